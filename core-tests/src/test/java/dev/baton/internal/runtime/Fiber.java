package dev.baton.internal.runtime;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Something with a stack of its own that can stop in the middle. It has a thread, but either that one runs or the one that
 * resumed it, never both; so nothing depends on how the machine schedules them.
 */
final class Fiber {

    private static final ThreadLocal<Deque<Carrier>> IDLE = ThreadLocal.withInitial(ArrayDeque::new);
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Runnable body;
    private final Consumer<Fiber> waker;
    private @Nullable Carrier carrier;
    private boolean interruptible;
    private boolean interrupted;
    private boolean killed;
    private boolean ended;
    private int pauses;

    /** Unwinds the stack of whoever has died with its node. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super("killed", null, false, false);
        }
    }

    /** A body that has not begun, and who wakes it when it is interrupted in a pause that can be. */
    Fiber(Runnable body, Consumer<Fiber> waker) {
        this.body = body;
        this.waker = waker;
    }

    /** The one whose stack this is. */
    static @Nullable Fiber current() {
        return Thread.currentThread() instanceof Carrier mine ? mine.fiber : null;
    }

    /** Goes on until it pauses or ends. */
    void resume() {
        if (ended) {
            return;
        }
        if (carrier == null) {
            Carrier idle = IDLE.get().poll();
            carrier = idle == null ? new Carrier() : idle;
            carrier.fiber = this;
        }
        Carrier mine = carrier;
        mine.handOver();
        if (ended) {
            carrier = null;
            mine.fiber = null;
            IDLE.get().push(mine);
            Throwable failure = mine.takeFailure();
            if (failure instanceof Error error && !(failure instanceof Killed)) {
                throw error;
            } else if (failure instanceof RuntimeException defect) {
                throw defect;
            }
        }
    }

    /** On its own stack: stops until it is resumed. */
    void pause() {
        if (!killed) {
            pauses++;
            ((Carrier) Thread.currentThread()).handBack();
        }
        if (killed) {
            throw new Killed();
        }
    }

    /** It is to go on no more: unwinds its stack. */
    void kill() {
        killed = true;
        if (carrier != null) {
            resume();
        }
        ended = true;
    }

    boolean isOver() {
        return ended;
    }

    /** Was it interrupted, and nobody has asked yet? */
    boolean takeInterrupt() {
        boolean was = interrupted;
        interrupted = false;
        return was;
    }

    /** Does an interrupt end its pauses from now on? */
    void interruptible(boolean now) {
        interruptible = now;
    }

    private void interrupt() {
        interrupted = true;
        if (interruptible) {
            waker.accept(this);
        }
    }

    /** How often it has paused: who wants to wake it from one pause does not wake it from the next. */
    int pauses() {
        return pauses;
    }

    /** A thread that is lent to fibers. To interrupt it means to tell its fiber, at once and on the same stack. */
    private static final class Carrier extends Thread {
        private volatile @Nullable Fiber fiber;
        private volatile boolean mine;
        private volatile @Nullable Thread driver;
        private @Nullable Throwable failure;

        Carrier() {
            super("baton-simulated");
            setDaemon(true);
        }

        @Override
        public void interrupt() {
            Fiber current = fiber;
            if (current != null) {
                current.interrupt();
            }
        }

        @Override
        public void run() {
            while (true) {
                awaitTurn();
                Fiber current = fiber;
                try {
                    if (current != null && !current.killed) {
                        current.body.run();
                    }
                } catch (Throwable thrown) {
                    failure = thrown;
                }
                if (current != null) {
                    current.ended = true;
                }
                release();
            }
        }

        void handOver() {
            driver = Thread.currentThread();
            mine = true;
            if (getState() == State.NEW) {
                start();
            } else {
                LockSupport.unpark(this);
            }
            long since = System.nanoTime();
            while (mine) {
                LockSupport.parkNanos(this, STUCK_NANOS);
                if (mine && System.nanoTime() - since > STUCK_NANOS) {
                    var stuck = new AssertionError("A fiber waits for something real");
                    stuck.setStackTrace(getStackTrace());
                    throw stuck;
                }
            }
        }

        void handBack() {
            release();
            awaitTurn();
        }

        private void release() {
            mine = false;
            LockSupport.unpark(driver);
        }

        private void awaitTurn() {
            while (!mine) {
                LockSupport.park(this);
            }
        }

        @Nullable
        Throwable takeFailure() {
            Throwable taken = failure;
            failure = null;
            return taken;
        }
    }
}
