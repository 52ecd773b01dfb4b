package dev.baton.internal.tell;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Tells the listeners what happened, in order, on a thread of its own: a listener that is slow, stuck or wants a lock of
 * somebody who waits for the teller's owner holds up no decision. What listeners cannot keep up with is dropped and counted.
 *
 * @param <E> the events
 */
public final class Teller<E> {

    private static final int EVENTS_MAX = 100_000;
    /** What may come without end must not crowd out what was decided. */
    private static final int MINOR_MAX = 1_000;
    /** After all was told: what comes meanwhile is told together, and who it comes from does not have to wake anybody for each. */
    private static final Duration REST = Duration.ofMillis(1);

    private final Kinds<E> kinds;
    private final Logger log;
    private final List<? extends Consumer<? super E>> listeners;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<E> untold = new ArrayDeque<>();
    private final Thread thread;
    private long dropped;
    private boolean closed;

    /**
     * What a teller has to know of the events.
     *
     * @param minor those of which there may be a flood
     * @param last the one after which nothing follows, and which is always told
     * @param dropped the one that says how many were dropped
     */
    public record Kinds<E>(Predicate<? super E> minor, Predicate<? super E> last, LongFunction<? extends E> dropped) {}

    /** A teller whose thread has this name. */
    public Teller(String name, Kinds<E> kinds, List<? extends Consumer<? super E>> listeners, Logger log) {
        this.kinds = kinds;
        this.log = log;
        this.listeners = listeners;
        thread = new Thread(this::tellAll, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** To be told after what was handed over before. */
    public void tell(E event) {
        int most = kinds.minor().test(event) ? MINOR_MAX : EVENTS_MAX;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            // The end is always told: nobody is left to be crowded out.
            closed = kinds.last().test(event);
            if (untold.size() >= most && !closed) {
                dropped++;
                return;
            }
            if (dropped > 0) {
                untold.add(kinds.dropped().apply(dropped));
                dropped = 0;
            }
            untold.add(event);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the last event was told; but not for ever, as a listener may be stuck. */
    public void awaitEnd(Duration atMost) {
        if (isMyself()) {
            return;
        }
        try {
            thread.join(atMost.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Is the caller a listener? */
    public boolean isMyself() {
        return thread.equals(Thread.currentThread());
    }

    private void tellAll() {
        for (E event = next(); event != null; event = next()) {
            for (Consumer<? super E> listener : listeners) {
                tell(listener, event);
            }
        }
    }

    private @Nullable E next() {
        if (isAllTold()) {
            LockSupport.parkNanos(this, REST.toNanos());
        }
        lock.lock();
        try {
            while (untold.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            return untold.poll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isAllTold() {
        lock.lock();
        try {
            return untold.isEmpty() && !closed;
        } finally {
            lock.unlock();
        }
    }

    private void tell(Consumer<? super E> listener, E event) {
        try {
            listener.accept(event);
        } catch (Throwable failure) {
            EventLine.listenerFailed(log, listener, event, failure);
        } finally {
            // An interrupt that one listener left behind is no business of the next.
            Thread.interrupted();
        }
    }
}
