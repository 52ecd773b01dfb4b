package dev.baton.sqlite;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.BusyHandler;

/**
 * How the one who writes waits for others who do: it tries again soon, for as long as that may take. SQLite itself would let up to 15 ms pass
 * within the first 33, while who is in the way is mostly gone after one.
 */
final class OftenAgain extends BusyHandler {

    private static final Duration PAUSE = Duration.ofNanos(500_000);

    private final Duration most;
    private long began;

    OftenAgain(Duration most) {
        this.most = most;
    }

    @Override
    protected int callback(int triesBefore) {
        long now = System.nanoTime();
        if (triesBefore == 0) {
            began = now;
        }
        if (now - began >= most.toNanos()) {
            return 0;
        }
        boolean told = Thread.interrupted(); // or it would not wait at all
        LockSupport.parkNanos(PAUSE.toNanos());
        if (told) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }
}
