package dev.baton.internal.runtime;

import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.store.JobStore;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.Switch;
import dev.baton.store.memory.Rows;
import dev.baton.store.memory.Rows.Place;
import dev.baton.store.memory.Rows.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Those who enqueue, and those who give commands: some of everything, at random times. */
final class Workload {

    private static final List<Act> ACTS = List.of(Act.values());
    private static final By SOMEBODY = new By("somebody", "");
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LATER = Duration.ofSeconds(2);
    private static final int LANES = 3;
    private static final int KEYS = 3;
    private static final int BURST = 15;

    private final World world;
    private final JobStore store;
    private final Rows rows;
    private final Enqueuing enqueuing;
    private final Supplier<List<Member>> members;
    private final List<JobId> known = new ArrayList<>();
    private final List<Switch> off = new ArrayList<>();
    private final List<JobType<Integer>> types = new ArrayList<>();
    private final double laned;
    private final double bursts;
    private int open;

    Workload(Simulation around) {
        this.world = around.world();
        this.rows = around.rows();
        this.store = new Calls(around, null).store();
        this.enqueuing = new Enqueuing(Casting.byName(), Words.CODEC, new JobIds(world, world.random()));
        this.members = around::living;
        Casting.TYPES.forEach(type -> {
            if (world.chance(0.6)) {
                types.add(type);
            }
        });
        if (types.isEmpty()) {
            types.add(Casting.TYPES.get(world.below(Casting.TYPES.size())));
        }
        laned = world.random().nextDouble();
        bursts = world.chance(0.3) ? 0.3 : 0;
    }

    /** All that is to come within this time. */
    void plan(Duration within) {
        int batches = 3 + world.below(world.chance(0.3) ? 30 : 10);
        for (int i = 0; i < batches; i++) {
            open++;
            world.after(world.between(Duration.ZERO, within), this::enqueue);
        }
        int commands = world.chance(0.3) ? 0 : world.below(40);
        for (int i = 0; i < commands; i++) {
            world.after(world.between(Duration.ZERO, within), this::command);
        }
    }

    /** One batch more, now. */
    void enqueueMore() {
        open++;
        enqueue();
    }

    /** Is all enqueued that was to be? */
    boolean isEnqueued() {
        return open == 0;
    }

    private void enqueue() {
        var requests = new ArrayList<JobRequest<Integer>>();
        JobType<Integer> type = types.get(world.below(types.size()));
        int lane = world.below(LANES);
        int jobs = 1 + world.below(world.chance(0.2) ? 12 : 4);
        if (world.chance(bursts)) {
            // Those of a replayable type begin before the end of the one before them is written down, which may be
            // refused.
            List<JobType<Integer>> some = world.chance(0.5) ? Casting.REPLAYABLE : Casting.TYPES;
            type = some.get(world.below(some.size()));
            for (int i = 0; i < BURST; i++) {
                requests.add(type.job(i).lane("lane-" + lane));
            }
            jobs = 0;
        }
        for (int i = 0; i < jobs; i++) {
            if (world.chance(0.3)) {
                type = types.get(world.below(types.size()));
                lane = world.below(LANES);
            }
            requests.add(request(type, lane));
        }
        insert(enqueuing.jobs(requests, world.instant()));
    }

    private JobRequest<Integer> request(JobType<Integer> type, int lane) {
        int key = world.below(KEYS);
        boolean keyed = world.chance(0.15);
        JobRequest<Integer> request = type.job(keyed && !world.chance(0.05) ? key : world.below(1_000));
        if (keyed) {
            request = request.uniqueKey("key-" + key);
            request = world.chance(0.5) ? request.againIfRunning() : request;
        }
        request = world.chance(laned) ? request.lane("lane-" + lane) : request;
        request = world.chance(0.3) ? request.queue(Casting.SIDE_QUEUE) : request;
        request = world.chance(0.3) ? request.priority(world.below(5) - 2) : request;
        return world.chance(0.2) ? request.in(Duration.ofNanos(world.between(Duration.ZERO, LATER))) : request;
    }

    private void insert(List<NewJob> jobs) {
        try {
            store.insert(jobs, world.instant());
            jobs.forEach(job -> known.add(job.id()));
            open--;
        } catch (StoreUnavailableException | OutcomeUnknownException tryAgain) {
            world.count("enqueued again");
            world.after(world.between(Duration.ZERO, SOON), () -> insert(jobs));
        } catch (KeyReusedException refused) {
            world.count("key reused for another payload");
            open--;
        }
    }

    private void command() {
        if (world.chance(0.25)) {
            turn();
        } else if (!known.isEmpty()) {
            JobId job = someJob();
            Act act = ACTS.get(world.below(ACTS.size()));
            if (world.chance(0.1) && rows.has(job)) {
                JobType<Integer> type = Casting.named(rows.row(job).route().type());
                carryOut(enqueuing.replacement(job, type, world.below(1_000), SOMEBODY));
            } else {
                carryOut(new OperatorCommand.OnJob(job, act, SOMEBODY));
            }
        }
    }

    /** Mostly one of which something can be asked. */
    private JobId someJob() {
        var standing = new ArrayList<JobId>();
        var outstanding = new ArrayList<JobId>();
        rows.forEach(row -> {
            if (row.place() != Place.OVER) {
                standing.add(row.id());
            }
            if (row.place() != Place.OVER && row.place() != Place.PENDING) {
                outstanding.add(row.id());
            }
        });
        List<JobId> from = world.chance(0.6) ? outstanding : standing;
        from = from.isEmpty() || world.chance(0.1) ? known : from;
        return from.get(world.below(from.size()));
    }

    private void turn() {
        if (!off.isEmpty() && world.chance(0.6)) {
            carryOut(new OperatorCommand.TurnOn(off.remove(world.below(off.size())), SOMEBODY));
            return;
        }
        Switch which = switch (world.below(4)) {
            case 0 -> Switch.pause(JobType.DEFAULT_QUEUE);
            case 1 -> Switch.queue(Casting.SIDE_QUEUE);
            case 2 -> Switch.type(types.get(world.below(types.size())).name());
            default -> Switch.lane("lane-" + world.below(LANES));
        };
        off.add(which);
        carryOut(new OperatorCommand.TurnOff(which, SOMEBODY));
    }

    private void carryOut(OperatorCommand command) {
        try {
            store.command(List.of(command), world.instant());
        } catch (StoreUnavailableException | OutcomeUnknownException lost) {
            world.count("command without an answer");
        }
        List<Member> living = members.get();
        if (!living.isEmpty() && world.chance(0.5)) {
            Member asked = living.get(world.below(living.size()));
            world.after(0, asked, asked.stages()::wake);
        }
    }

    /** In the end everything is turned on, and somebody decides about what is parked. */
    void cleanUp() {
        store.switches().forEach(each -> carryOut(new OperatorCommand.TurnOn(each, SOMEBODY)));
        off.clear();
        var parked = new ArrayList<Row>();
        rows.forEach(row -> {
            if (row.place() == Place.HELD || row.place() == Place.DEAD) {
                parked.add(row);
            }
        });
        for (Row row : parked) {
            Act act = row.place() == Place.HELD
                    ? List.of(Act.RELEASE, Act.CONFIRM, Act.DISCARD).get(world.below(3))
                    : List.of(Act.RETRY, Act.DISCARD).get(world.below(2));
            carryOut(new OperatorCommand.OnJob(row.id(), act, SOMEBODY));
        }
    }
}
