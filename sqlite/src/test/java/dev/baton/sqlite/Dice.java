package dev.baton.sqlite;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.ParkedHead;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.JobFilter;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * What comes next on a walk, by chance. Small domains, so that jobs, keys, lanes and nodes keep meeting each other. Every other
 * walk is a calm one, on which lanes get far enough for runs.
 */
final class Dice {

    static final List<Route> ROUTES = List.of(
            new Route("default", "a", 1),
            new Route("default", "b", 1),
            new Route("mail", "a", 1),
            new Route("default", "a", 2));
    private static final List<String> LANES = List.of("alice", "bob", "carol");
    private static final List<Switch> SWITCHES = List.of(
            Switch.pause("mail"),
            Switch.pause("default"),
            Switch.queue("mail"),
            Switch.type("a"),
            Switch.lane("alice"),
            Switch.lane("bob"));
    private static final OperatorCommand.By BY = new OperatorCommand.By("bob", "a walk");

    private final Random random;
    private final ManualClock clock;
    private final JobIds ids;
    private final boolean calm;

    Dice(long seed, ManualClock clock) {
        this.random = new Random(seed);
        this.clock = clock;
        this.ids = new JobIds(clock, random);
        this.calm = seed % 2 == 0;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T any(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private <T> Optional<T> maybe(T value) {
        return random.nextInt(3) == 0 ? Optional.of(value) : Optional.empty();
    }

    JobId id() {
        return ids.next();
    }

    NodeId node() {
        return new NodeId(new UUID(random.nextLong(), random.nextLong()));
    }

    List<NewJob> jobs(List<JobId> known) {
        var batch = new ArrayList<NewJob>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            batch.add(job(known));
        }
        return batch;
    }

    private NewJob job(List<JobId> known) {
        JobId id = !known.isEmpty() && random.nextInt(20) == 0 ? any(known) : ids.next();
        Optional<String> lane = random.nextInt(3) == 0 ? Optional.empty() : Optional.of(any(LANES));
        // Mostly of one route, so that runs come together.
        Route route = lane.isPresent() && random.nextInt(5) > 0 ? ROUTES.get(LANES.indexOf(lane.get())) : any(ROUTES);
        return new NewJob(id, route, payload(), new Urgency(random.nextInt(3) - 1, dueAt()), lane, key());
    }

    private Instant dueAt() {
        return clock.instant().plusSeconds(random.nextInt(5) == 0 ? random.nextInt(20) : 0);
    }

    private Payload payload() {
        return Payload.of("{\"n\":" + random.nextInt(2) + "}", "job");
    }

    private Optional<KeyRequest> key() {
        return random.nextBoolean()
                ? Optional.empty()
                : Optional.of(new KeyRequest(
                        random.nextInt(3) > 0 ? KeyScope.ACTIVE : KeyScope.FOREVER,
                        "key-" + random.nextInt(3),
                        random.nextInt(4) > 0));
    }

    ClaimRequest claim(NodeId node, long turn) {
        Map<Route, Terms> asked = new LinkedHashMap<>();
        ROUTES.stream().filter(route -> random.nextInt(5) > 0).forEach(route -> asked.put(route, terms()));
        var caps = List.of(
                new ClaimRequest.Cap(Set.of(ROUTES.get(0), ROUTES.get(2)), random.nextInt(4)),
                new ClaimRequest.Cap(Set.of(ROUTES.get(1)), random.nextInt(6)));
        var share = new ClaimRequest.Share(turn, 1 + random.nextInt(4));
        return new ClaimRequest(node, asked, caps, 1 + random.nextInt(5), random.nextInt(4) > 0, share);
    }

    private Terms terms() {
        if (calm && random.nextInt(5) > 0) {
            return Terms.of(4, 3).inRuns().parkedHead(any(List.of(ParkedHead.values())));
        }
        return new Terms(
                1 + random.nextInt(5),
                1 + random.nextInt(4),
                any(List.of(CrashPolicy.values())),
                any(List.of(ParkedHead.values())),
                random.nextInt(4) > 0);
    }

    Finish done(Claim claim) {
        return new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.of("{}")));
    }

    Ending ending() {
        if (calm && random.nextInt(2) == 0) {
            return new Ending.Done(Optional.of("{}"));
        }
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> new Ending.Done(Optional.of("{}"));
            case 3 -> new Ending.Retry(clock.instant().plusSeconds(random.nextInt(10)), "BUSY", "again");
            case 4 -> new Ending.Snooze(clock.instant().plusSeconds(random.nextInt(10)));
            case 5 -> new Ending.Dead("NEVER", "it never works");
            case 6 -> new Ending.Held("TIMEOUT", "who knows");
            case 7, 8 ->
                new Ending.Unknown(
                        clock.instant().plusSeconds(random.nextInt(10)), "ASK", "who knows", random.nextBoolean());
            case 9 -> new Ending.Cancelled();
            case 10 -> new Ending.Released();
            default -> new Ending.Unstarted(clock.instant());
        };
    }

    List<OperatorCommand> commands(List<JobId> known) {
        var commands = new ArrayList<OperatorCommand>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            commands.add(command(known));
        }
        return commands;
    }

    private OperatorCommand command(List<JobId> known) {
        int kind = random.nextInt(10);
        if (known.isEmpty() || kind < 2) {
            Switch which = any(SWITCHES);
            return random.nextInt(3) == 0
                    ? new OperatorCommand.TurnOff(which, BY)
                    : new OperatorCommand.TurnOn(which, BY);
        } else if (kind < 4) {
            return new OperatorCommand.Replace(any(known), ids.next(), 1 + random.nextInt(2), payload(), BY);
        }
        JobId job = random.nextInt(20) == 0 ? ids.next() : any(known);
        Act act = random.nextInt(3) == 0 ? Act.RETRY : any(List.of(Act.values()));
        return new OperatorCommand.OnJob(job, act, BY);
    }

    JobFilter filter() {
        return new JobFilter(
                maybe("default"),
                maybe(any(ROUTES).type()),
                maybe(any(List.of(JobState.values()))),
                maybe(any(LANES)),
                maybe(any(List.of("LOST", "BUSY", "RETRY", "REPLACE", ""))));
    }
}
