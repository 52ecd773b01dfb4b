package dev.baton.outbox;

import dev.baton.BatonBuilder;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import java.time.Duration;

/** Hears what happens to jobs, and beside that how long calls of rails take. */
public interface OutboxListener extends Listener {

    /** Nothing, for who wants to hear of calls alone. */
    @Override
    default void on(Event event) {}

    /**
     * A rail was called, and that took so long, whatever came of it; what it answered means this, nothing known if it threw. Told on the
     * thread of the call, at once. What it throws is logged, and changes nothing about the payment.
     */
    default void called(String rail, Codes.Meaning meaning, Duration took) {}

    /** Has the engine that is being set up tell it what happens. */
    default void listensTo(BatonBuilder setup) {
        setup.listener(this);
    }
}
