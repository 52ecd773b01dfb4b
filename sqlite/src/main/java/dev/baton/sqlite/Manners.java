package dev.baton.sqlite;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Leaves others who write to the same file a moment between our commits: SQLite has no queue for its lock, and one who tries
 * now and then hardly ever meets one who lets go only to take it again. Who has the file alone does not wait. Asked by who
 * writes, and told by anybody.
 */
final class Manners {

    /** Long enough for one who tries every millisecond. */
    private static final Duration GAP = Duration.ofMillis(2);

    /** For so long somebody who was seen to write may want to again. */
    private static final Duration SHARED = Duration.ofSeconds(1);

    /** Looking for others takes a while itself, if it is done for each of many small transactions. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    private static final long UNKNOWN = -1;

    private final LongSupplier nanoTime;
    private final LongConsumer pause;
    private long version = UNKNOWN;
    /** Did others ever write, or want to; and when was that last. */
    private volatile boolean shared;

    private volatile long sharedSince;
    private long lastCommit;
    private long groupBegan;
    private boolean looked;
    private long lastLook;

    /** With this time, and this way to let some nanoseconds pass. */
    Manners(LongSupplier nanoTime, LongConsumer pause) {
        this.nanoTime = nanoTime;
        this.pause = pause;
    }

    static Manners real() {
        return new Manners(System::nanoTime, LockSupport::parkNanos);
    }

    void beforeGroup() {
        long now = nanoTime.getAsLong();
        groupBegan = now;
        boolean isShared = shared && now - sharedSince < SHARED.toNanos();
        long left = GAP.toNanos() - (now - lastCommit);
        if (isShared && left > 0) {
            pause.accept(left);
        }
    }

    /** Somebody else wants to write to the file now. */
    void expect() {
        sharedSince = nanoTime.getAsLong();
        shared = true;
    }

    /** Whether who writes is to look for others again. */
    boolean isTimeToLook() {
        boolean isTime = !looked || groupBegan - lastLook >= LOOK_EVERY.toNanos();
        if (isTime) {
            looked = true;
            lastLook = groupBegan;
        }
        return isTime;
    }

    /** The number of changes to the file as the writer's connection counts them: all but its own. True if there are new ones. */
    boolean saw(long newVersion) {
        boolean changed = version != UNKNOWN && version != newVersion;
        if (changed) {
            expect();
        }
        version = newVersion;
        return changed;
    }

    void afterGroup() {
        lastCommit = nanoTime.getAsLong();
    }
}
