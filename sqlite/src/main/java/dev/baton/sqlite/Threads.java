package dev.baton.sqlite;

/** Waiting for our own threads. */
final class Threads {

    private Threads() {}

    /** Waits until it has ended, unless it is the one that waits; an interrupt is kept for later. */
    static void joinUninterruptibly(Thread thread) {
        if (thread.equals(Thread.currentThread())) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
