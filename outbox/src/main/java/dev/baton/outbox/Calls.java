package dev.baton.outbox;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls rails, and tells who listens how long that took.
 *
 * @param nanos the time that passes
 */
record Calls(List<OutboxListener> listeners, LongSupplier nanos) {

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    Reply send(Rail rail, Dispatch dispatch) throws Exception {
        long began = nanos.getAsLong();
        Codes.Meaning meaning = Codes.Meaning.UNKNOWN;
        try {
            Reply reply = rail.send(dispatch);
            meaning = rail.meaningOf(reply, dispatch.reference());
            return reply;
        } finally {
            tell(rail.name(), meaning, Duration.ofNanos(nanos.getAsLong() - began));
        }
    }

    /** What the rail has answered must not be lost because somebody could not hear of it. */
    private void tell(String rail, Codes.Meaning meaning, Duration took) {
        for (OutboxListener listener : listeners) {
            try {
                listener.called(rail, meaning, took);
            } catch (RuntimeException e) {
                LOG.warn("listener_failed listener={}", listener.getClass().getName(), e);
            }
        }
    }
}
