package dev.baton.internal.dispatch;

import dev.baton.internal.tell.Printable;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.Run;
import dev.baton.store.Claim;
import dev.baton.store.NodeId;
import dev.baton.store.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A claimed job here, from its claim until its end is written down. It ends once: by its handler's return, or because it is
 * given up; whoever comes second changes nothing.
 */
final class Attempt implements Run {

    private static final int TEXT_MAX = 200;

    private final Claim claim;
    private final NodeId node;
    private final Registration<?, ?> registration;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicReference<Progress.@Nullable Mark> progress = new AtomicReference<>();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread thread;
    private final AtomicReference<@Nullable Reason> told = new AtomicReference<>();
    private final long claimedAt;
    private volatile long startedAt;
    private volatile long toldAt;
    private volatile Instant deadline;
    private volatile boolean begun;

    /** Why an attempt was told to end. */
    enum Reason {
        CANCELLED,
        TIMED_OUT,
        LOST,
        STOPPING
    }

    Attempt(Claim claim, NodeId node, Registration<?, ?> registration, long nanos) {
        this.claim = claim;
        this.node = node;
        this.registration = registration;
        this.claimedAt = nanos;
        this.startedAt = nanos;
        this.deadline = Instant.MAX;
    }

    Claim claim() {
        return claim;
    }

    /** Under which id it was claimed. */
    NodeId node() {
        return node;
    }

    Registration<?, ?> registration() {
        return registration;
    }

    /** What is wanted of it; null as long as it may go on. */
    @Nullable
    Reason told() {
        return told.get();
    }

    /** True for the one who ends it. */
    boolean end() {
        return over.compareAndSet(false, true);
    }

    /** The handler has a thread, and its time begins: what waits for a processor has used up none of it. */
    void begin(long nanos, Instant now) {
        startedAt = nanos;
        deadline = now.plus(timeout());
        begun = true;
    }

    Duration took(long nanos) {
        return begun ? Duration.ofNanos(Math.max(0, nanos - startedAt)) : Duration.ZERO;
    }

    Duration waitedSinceClaim(long nanos) {
        return Duration.ofNanos(nanos - claimedAt);
    }

    Duration timeout() {
        return registration.type().timeout();
    }

    /** How long it may go on; negative once its time is over. */
    Duration untilDeadline(long nanos) {
        return timeout().minus(took(nanos));
    }

    Duration sinceTold(long nanos) {
        return Duration.ofNanos(nanos - toldAt);
    }

    /** From here on this thread is the handler's, and interrupts reach it. */
    void enter(Thread current) {
        lock.lock();
        try {
            thread = current;
            if (told() != null) {
                current.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** From here on no interrupt for this attempt reaches the thread, which may be somebody else's next. */
    void leave() {
        lock.lock();
        try {
            thread = null;
        } finally {
            lock.unlock();
        }
    }

    /** Tells the handler to end, once; the first reason counts. */
    void tell(Reason reason, long nanos) {
        if (told() == null) {
            toldAt = nanos;
        }
        if (told.compareAndSet(null, reason)) {
            HandlerThreads.aside(this::interrupt);
        }
    }

    /** Interrupting somebody who uses a channel closes that channel on this thread, which may take its time or throw. */
    private void interrupt() {
        lock.lock();
        try {
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The newest progress that was not taken yet. */
    Optional<Progress> takeProgress() {
        return Optional.ofNullable(progress.getAndSet(null)).map(mark -> new Progress(id(), fence(), mark));
    }

    @Override
    public JobId id() {
        return claim.id();
    }

    @Override
    public String label() {
        return claim.payload().label();
    }

    @Override
    public int attempt() {
        return claim.tally().attempts();
    }

    @Override
    public long fence() {
        return claim.fence();
    }

    @Override
    public Instant deadline() {
        return deadline;
    }

    @Override
    public void progress(long done, long total, String text) {
        if (done < 0 || total < 0) {
            throw new BatonException("OUT_OF_RANGE", "Progress counts from 0; got " + done + " of " + total + ".");
        }
        progress.set(new Progress.Mark(done, total, Printable.of(text, TEXT_MAX)));
    }

    @Override
    public boolean cancelled() {
        return told() != null || over.get();
    }
}
