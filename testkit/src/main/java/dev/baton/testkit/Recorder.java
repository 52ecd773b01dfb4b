package dev.baton.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A listener that remembers what it heard, and lets a test wait for something to be said. Safe for several threads. */
public final class Recorder<E> implements Consumer<E> {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition heard = lock.newCondition();
    private final List<E> events = new ArrayList<>();

    @Override
    public void accept(E event) {
        lock.lock();
        try {
            events.add(event);
            heard.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** All that was heard so far, in order. */
    public List<E> events() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    /** All that was heard so far of one kind, in order. */
    public <T extends E> List<T> events(Class<T> kind) {
        return events().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Waits until an event equal to this one was heard, and fails loudly when that takes too long. */
    public void await(E event) throws InterruptedException {
        await(event::equals, String.valueOf(event));
    }

    /** Waits until an event of this kind was heard that is as wanted, and fails loudly when that takes too long. */
    public <T extends E> T await(Class<T> kind, Predicate<? super T> wanted) throws InterruptedException {
        return kind.cast(await(event -> kind.isInstance(event) && wanted.test(kind.cast(event)), kind.getSimpleName()));
    }

    private E await(Predicate<? super E> wanted, String what) throws InterruptedException {
        lock.lock();
        try {
            long left = PATIENCE.toNanos();
            int seen = 0;
            while (true) {
                for (; seen < events.size(); seen++) {
                    if (wanted.test(events.get(seen))) {
                        return events.get(seen);
                    }
                }
                if (left <= 0) {
                    throw new AssertionError("Not heard within " + PATIENCE + ": " + what + "; heard: " + events);
                }
                left = heard.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
