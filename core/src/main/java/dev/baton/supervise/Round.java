package dev.baton.supervise;

/** One round of an endless loop, which survives what the round throws. */
final class Round {

    private Round() {}

    /** Runs the round once. An exception is reported; an error goes through; a run that is to stop is stopped. */
    static void run(String what, Task round, TaskRun run) throws InterruptedException {
        run.beat();
        try {
            round.run(run);
        } catch (Exception e) {
            if (!run.stopping()) {
                run.warn(what + " failed", e);
            }
        }
        if (run.stopping()) {
            throw new InterruptedException("asked to stop");
        }
        // A round that was interrupted for reasons of its own may have left the flag behind; it concerns nobody else.
        // The
        // interrupt of a stop that comes just now is not lost: sleeping looks at stopping() first.
        Thread.interrupted();
    }
}
