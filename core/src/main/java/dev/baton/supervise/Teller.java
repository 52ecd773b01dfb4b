package dev.baton.supervise;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tells the listeners what happened, in order, on a thread of its own: a listener that is slow, stuck or wants a lock of
 * somebody who waits for the supervisor holds up no decision. What listeners cannot keep up with is dropped and counted.
 */
final class Teller {

    private static final int EVENTS_MAX = 100_000;
    /** Tasks may warn without end; they must not crowd out what was decided. */
    private static final int WARNINGS_MAX = 1_000;

    private final List<Consumer<? super SupervisorEvent>> listeners;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<SupervisorEvent> untold = new ArrayDeque<>();
    private final Thread thread = ThreadLauncher.daemon(this::tellAll);
    private long dropped;
    private boolean closed;

    Teller(List<Consumer<? super SupervisorEvent>> listeners) {
        this.listeners = listeners;
        thread.setName("baton-supervisor-events");
        thread.start();
    }

    /** To be told after what was handed over before. */
    void tell(SupervisorEvent event) {
        add(event, event instanceof SupervisorEvent.TaskWarned ? WARNINGS_MAX : EVENTS_MAX);
    }

    /** Waits until the last event was told; but not for ever, as a listener may be stuck. */
    void awaitEnd(Duration atMost) {
        try {
            thread.join(atMost.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isMyself() {
        return thread.equals(Thread.currentThread());
    }

    private void add(SupervisorEvent event, int most) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            // The end is always told: nobody is left to be crowded out.
            closed = event instanceof SupervisorEvent.SupervisorEnded;
            if (untold.size() >= most && !closed) {
                dropped++;
                return;
            }
            if (dropped > 0) {
                untold.add(new SupervisorEvent.EventsDropped(dropped));
                dropped = 0;
            }
            untold.add(event);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    private void tellAll() {
        for (SupervisorEvent event = next(); event != null; event = next()) {
            for (Consumer<? super SupervisorEvent> listener : listeners) {
                tell(listener, event);
            }
        }
    }

    private @Nullable SupervisorEvent next() {
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

    private static void tell(Consumer<? super SupervisorEvent> listener, SupervisorEvent event) {
        try {
            listener.accept(event);
        } catch (Throwable failure) {
            SupervisorLog.listenerFailed(listener, event, failure);
        } finally {
            // An interrupt that one listener left behind is no business of the next.
            Thread.interrupted();
        }
    }
}
