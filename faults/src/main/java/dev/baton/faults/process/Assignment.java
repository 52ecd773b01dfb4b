package dev.baton.faults.process;

import java.time.Duration;
import java.util.List;

/**
 * What a process is to do.
 *
 * @param seed what its choices come from
 * @param jobs how many it enqueues at most
 * @param lease how long it may be silent before others take it for dead, where there are others
 */
record Assignment(Mode mode, long seed, int jobs, Duration lease) {

    /** What a process does. */
    enum Mode {
        /** Enqueues and works, until all of that is over. */
        WORK,
        /** Enqueues at a walking pace, and works until it is ended. */
        SERVE,
        /** Enqueues a lane that stays blocked, and works until nothing is left. */
        DRAIN,
        /** Enqueues only, as fast as it can. */
        ENQUEUE,
        /** Enqueues only, at a walking pace, until it is ended. */
        FEED,
        /** Removes all that is over. */
        PRUNE;

        boolean isEngine() {
            return this != ENQUEUE && this != FEED;
        }

        boolean goesOn() {
            return this == SERVE || this == FEED;
        }
    }

    /** In words for a command line. */
    List<String> words() {
        return List.of(mode.name(), String.valueOf(seed), String.valueOf(jobs), String.valueOf(lease.toMillis()));
    }

    /** From such words. */
    static Assignment of(List<String> words) {
        return new Assignment(
                Mode.valueOf(words.get(0)),
                Long.parseLong(words.get(1)),
                Integer.parseInt(words.get(2)),
                Duration.ofMillis(Long.parseLong(words.get(3))));
    }
}
