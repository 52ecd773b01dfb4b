package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Limits;
import dev.baton.store.ClaimRequest;
import dev.baton.store.memory.MemoryStore;
import dev.baton.store.memory.Rows;
import dev.baton.store.memory.Rows.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One to six nodes on one store, for as long as things go wrong and then until all work is done. The seed decides everything, so
 * that the same seed is the same run.
 */
final class Simulation {

    static final Duration LEASE = Duration.ofSeconds(2);
    /** How much faster or slower than others a node's own clock may be. */
    static final double DRIFT = 0.05;

    static final Settings.Timings TIMINGS = new Settings.Timings(
            Duration.ofMillis(500),
            Duration.ofMillis(500),
            LEASE,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Settings.Retention.of(Duration.ofSeconds(12), Duration.ofSeconds(4)));

    private static final Duration TROUBLE = Duration.ofSeconds(20);
    /** After so much time without trouble nothing may be left to do. */
    private static final Duration DRAINED = Duration.ofSeconds(60);

    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final Duration CLOCK_JUMP = Duration.ofSeconds(10);
    private static final Duration AT_ONCE = Duration.ZERO;

    private final World world;
    private final Weather weather;
    private final MemoryStore store;
    private final Rows rows;
    private final HandlerLog log;
    private final Judge judge;
    private final Casting casting;
    private final Workload workload;
    private final List<Member> members = new ArrayList<>();
    private int lives;

    /**
     * What came of a run.
     *
     * @param hash of all that happened
     * @param counts how often which kind of thing did
     * @param failure what should not have been; null if nothing
     */
    record Result(
            long seed,
            long hash,
            Map<String, Integer> counts,
            long happened,
            List<String> timeline,
            @Nullable Throwable failure) {}

    private Simulation(long seed, boolean told) {
        world = new World(seed, told);
        weather = new Weather(world);
        store = new MemoryStore(world);
        rows = new Rows(store);
        log = new HandlerLog(world, rows);
        judge = new Judge(world, rows, log);
        casting = new Casting(new Acting(world, weather, log));
        workload = new Workload(this);
    }

    /** One run; whether somebody listens makes no difference to it. */
    static Result run(long seed, boolean told) {
        var simulation = new Simulation(seed, told);
        Throwable failure = null;
        try {
            simulation.run();
        } catch (RuntimeException | AssertionError | StackOverflowError found) {
            failure = found;
        }
        return simulation.result(seed, failure);
    }

    private Result result(long seed, @Nullable Throwable failure) {
        try {
            members.forEach(Member::kill);
        } catch (RuntimeException | AssertionError alreadyFailed) {
            // told already
        }
        world.cleanUp();
        return new Result(
                seed, world.hash(), new TreeMap<>(world.counts()), world.happened(), world.timeline(), failure);
    }

    World world() {
        return world;
    }

    Weather weather() {
        return weather;
    }

    MemoryStore store() {
        return store;
    }

    Rows rows() {
        return rows;
    }

    Judge judge() {
        return judge;
    }

    Casting casting() {
        return casting;
    }

    List<Member> living() {
        return members.stream().filter(Member::isBegun).toList();
    }

    private void run() {
        int nodes = 1 + world.below(6);
        for (int i = 0; i < nodes; i++) {
            members.add(born(i));
        }
        workload.plan(TROUBLE);
        world.after(0, this::trouble);
        while (world.step(TROUBLE.toNanos())) {
            // one thing after another
        }
        heal();
        awaitDrained();
        // Everybody waits for work by now, and in some runs nobody is told that there is some.
        workload.enqueueMore();
        awaitDrained();
        requireNothingTaken();
    }

    private Member born(int place) {
        var member = new Member(this, "node-" + (place + 1) + "." + ++lives);
        world.after(world.between(AT_ONCE, QUIET), member, member::start);
        return member;
    }

    /** Something befalls a node, or all clocks; then the next thing, after a while. */
    private void trouble() {
        if (weather.isCalm()) {
            return;
        }
        int place = world.below(members.size());
        Member member = members.get(place);
        switch (world.below(6)) {
            case 0 -> {
                if (member.isAlive() && world.chance(0.5)) {
                    world.count("node killed");
                    member.kill();
                }
            }
            case 1, 2 -> {
                if (member.isAlive()) {
                    world.count("node paused");
                    member.pause(
                            world.chance(0.5)
                                    ? world.between(LEASE.dividedBy(2), LEASE.multipliedBy(2))
                                    : world.between(AT_ONCE, LEASE.multipliedBy(4)));
                }
            }
            case 3 -> {
                if (world.chance(0.3)) {
                    world.count("clock set");
                    Duration wrong = Duration.ofNanos(world.between(CLOCK_JUMP.negated(), CLOCK_JUMP));
                    world.note("clock", wrong.toNanos(), () -> "all clocks are wrong by " + wrong);
                    world.setClock(wrong);
                }
            }
            default -> {
                if (!member.isAlive()) {
                    members.set(place, born(place));
                }
            }
        }
        world.after(world.between(AT_ONCE, QUIET), this::trouble);
    }

    /** From now on nothing goes wrong, and every node lives. */
    private void heal() {
        world.note("calm", 0, () -> "from now on nothing goes wrong");
        weather.calm();
        world.setClock(Duration.ZERO);
        members.forEach(Member::unpause);
        reviveAll();
    }

    /** Also who dies late, of something that went wrong before. */
    private void reviveAll() {
        for (int i = 0; i < members.size(); i++) {
            if (!members.get(i).isAlive()) {
                members.set(i, born(i));
            }
        }
    }

    private void awaitDrained() {
        long latest = world.now() + DRAINED.toNanos();
        for (long look = world.now(); !isDrained(); ) {
            look += QUIET.toNanos() / 4;
            if (look > latest) {
                throw new AssertionError("After " + DRAINED + " without trouble there is something left: " + left());
            }
            workload.cleanUp();
            reviveAll();
            while (world.step(look)) {
                // one thing after another
            }
        }
        // So that no pace is left, either.
        long quiet = world.now() + QUIET.toNanos();
        while (world.step(quiet)) {
            // nothing but looking
        }
        judge.require(!rows.hasActiveKeys(), () -> "All jobs are over, and a key is still taken");
    }

    private boolean isDrained() {
        return workload.isEnqueued() && log.isEmpty() && left().isEmpty();
    }

    private List<String> left() {
        var left = new ArrayList<String>();
        rows.forEach(row -> {
            if (row.place() != Place.OVER) {
                left.add(row.place() + " " + row);
            }
        });
        for (Member member : members) {
            if (!member.isBegun()) {
                left.add(member.name() + " has not begun");
            } else if (!member.stages().dispatcher().isEmpty()) {
                left.add(member.name() + " holds something");
            } else if (!member.stages().finishing().isEmpty()) {
                left.add(member.name() + " has something to write down");
            }
        }
        return left;
    }

    /** All slots are free again, also those limited by type and queue. */
    private void requireNothingTaken() {
        for (Member member : members) {
            Limits limits = member.limits();
            ClaimRequest room = member.stages()
                    .dispatcher()
                    .room(member.stages().membership().node())
                    .orElseThrow(() -> new AssertionError(member.name() + " has no room"));
            var free = new ArrayList<>(limits.types().values());
            free.addAll(limits.queues().values());
            free.add(limits.total());
            List<Integer> caps =
                    room.caps().stream().map(ClaimRequest.Cap::limit).toList();
            judge.require(
                    room.total() == limits.total() && caps.equals(free) && room.lastChances(),
                    () -> member.name() + " has not got all its slots back: " + room + ", " + limits);
        }
    }
}
