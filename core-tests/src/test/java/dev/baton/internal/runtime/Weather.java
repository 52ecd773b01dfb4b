package dev.baton.internal.runtime;

import dev.baton.job.JobId;
import dev.baton.store.Finish;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in a run, and how often: drawn once, and about half of it not at all, so that runs differ in kind. It can be
 * calmed; then nothing goes wrong any more.
 */
final class Weather {

    /** What can go wrong with a call to the store. */
    enum Fault {
        /** Nothing was done, and the caller knows. */
        ERROR_BEFORE,
        /** It was done, and the caller does not know. */
        ERROR_AFTER,
        /** It takes a while until it is done. */
        DELAY_BEFORE,
        /** It is done, and it takes a while until the caller knows. */
        DELAY_AFTER,
        /** Nothing is done for so long that the caller is given up, and then it fails. */
        HANG_BEFORE,
        /** The same, but it was done. */
        HANG_AFTER,
        /** The caller dies first. */
        KILL_BEFORE,
        /** It is done, and the caller dies of it. */
        KILL_AFTER;

        /** Only a node can wait or die. */
        boolean isForNodes() {
            return this != ERROR_BEFORE && this != ERROR_AFTER;
        }

        boolean takesTime() {
            return this == DELAY_BEFORE || this == DELAY_AFTER || this == HANG_BEFORE || this == HANG_AFTER;
        }
    }

    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration LONG = Duration.ofMillis(800);

    private static final Set<String> RARE = Set.of("declareDead", "finish", "checkpoint", "command", "insert");
    private static final double RARE_FACTOR = 2.5;

    private final World world;
    private final Map<Fault, Double> shares = new EnumMap<>(Fault.class);
    private final double slowSteps;
    private final double lostHints;
    private final double repeatedHints;
    private final double lackOfThreads;
    private final double refusals;
    private final Map<JobId, Long> refused = new HashMap<>();
    private final boolean deaf;
    private boolean calm;

    Weather(World world) {
        this.world = world;
        for (Fault fault : Fault.values()) {
            double most = switch (fault) {
                case ERROR_BEFORE, ERROR_AFTER -> 0.15;
                case DELAY_BEFORE, DELAY_AFTER -> 0.3;
                case HANG_BEFORE, HANG_AFTER -> 0.03;
                case KILL_BEFORE, KILL_AFTER -> 0.004;
            };
            shares.put(fault, sometimes(most));
        }
        slowSteps = sometimes(1);
        lostHints = sometimes(1);
        repeatedHints = sometimes(0.5);
        lackOfThreads = sometimes(0.1);
        refusals = sometimes(0.4);
        deaf = world.chance(0.2);
    }

    private double sometimes(double most) {
        double share = world.random().nextDouble() * most;
        return world.chance(0.5) ? share : 0;
    }

    void calm() {
        calm = true;
    }

    boolean isCalm() {
        return calm;
    }

    /** What goes wrong with the next call; only what takes no time where nobody can wait. What is rare is not spared for it. */
    @Nullable
    Fault next(String verb, boolean mayWait) {
        if (calm) {
            return null;
        }
        if (mayWait && verb.equals("declareDead") && world.chance(0.4)) {
            // Who is about to be declared dead may come back right now.
            return Fault.DELAY_BEFORE;
        }
        double drawn = world.random().nextDouble() / (RARE.contains(verb) ? RARE_FACTOR : 1);
        for (Fault fault : Fault.values()) {
            drawn -= shares.getOrDefault(fault, 0.0);
            if (drawn < 0) {
                return fault.takesTime() && !mayWait ? null : fault;
            }
        }
        return null;
    }

    /** Does the store refuse to write one of these ends down? If it begins to, it goes on for a while. */
    boolean refuses(List<Finish> ends) {
        if (!calm && world.chance(refusals)) {
            JobId one =
                    ends.get(world.chance(0.5) ? 0 : world.below(ends.size())).id();
            refused.put(one, world.now() + world.between(SHORT, Simulation.LEASE));
        }
        return !calm && ends.stream().anyMatch(end -> refused.getOrDefault(end.id(), 0L) > world.now());
    }

    /** How long it takes. */
    long time(Fault fault) {
        boolean hang = fault == Fault.HANG_BEFORE || fault == Fault.HANG_AFTER;
        return hang
                ? world.between(Simulation.LEASE.dividedBy(2), Simulation.LEASE.multipliedBy(3))
                : world.between(SHORT, world.chance(0.1) ? Simulation.LEASE : LONG);
    }

    /** May this step meet a store that takes its time? */
    boolean isSlow() {
        return !calm && world.chance(slowSteps);
    }

    /** Nobody has to be told that there is work. A node may even never be. */
    boolean losesHint() {
        return deaf || (!calm && world.chance(lostHints));
    }

    boolean lacksThreads() {
        return !calm && world.chance(lackOfThreads);
    }

    boolean repeatsHint() {
        return !calm && world.chance(repeatedHints);
    }
}
