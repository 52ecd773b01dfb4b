package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.HandlerThreads;
import dev.baton.observe.Event;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Waits for what may never return, but in real time and not for ever; what is thrown is told. */
final class Bounded {

    private Bounded() {}

    /** Something that may not return. */
    interface Call {
        void run() throws Exception;
    }

    static void run(String step, Duration atMost, Call call, Consumer<Event> events) {
        var done = new CountDownLatch(1);
        HandlerThreads.aside(() -> {
            try {
                call.run();
            } catch (Exception e) {
                events.accept(new Event.StepFailed(step, 1, e));
            } finally {
                done.countDown();
            }
        });
        boolean interrupted = Thread.interrupted();
        try {
            if (!done.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                events.accept(new Event.StepFailed(
                        step,
                        1,
                        new IllegalStateException("It has not ended after " + atMost + " and is left behind")));
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
