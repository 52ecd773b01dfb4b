package dev.baton.internal.dispatch;

import dev.baton.job.DecidingHandler;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.PayloadCodec;
import dev.baton.job.Run;
import dev.baton.store.Payload;
import java.util.Objects;

/** A job type with the handler that does its work, and the one object that the handler needs. */
public record Registration<P, C>(JobType<P> type, C context, DecidingHandler<P, C> handler) {

    /** A call of the handler that only needs its run. */
    interface Call {
        Outcome with(Run run) throws Exception;
    }

    /** The handler with this payload, which is decoded now. */
    Call with(Payload payload, int version, PayloadCodec codec) {
        P decoded = type.decode(payload.json(), version, codec);
        return run -> Objects.requireNonNull(
                handler.decide(decoded, run, context), "The handler returned no outcome; return one, or throw");
    }
}
