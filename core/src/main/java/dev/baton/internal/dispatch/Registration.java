package dev.baton.internal.dispatch;

import dev.baton.job.DecidingHandler;
import dev.baton.job.Doubt;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.PayloadCodec;
import dev.baton.job.Run;
import dev.baton.store.Payload;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job type with the handler that does its work, and the one object that the handler needs.
 *
 * @param asked who knows what came of work in doubt
 */
public record Registration<P, C>(
        JobType<P> type,
        C context,
        DecidingHandler<P, C> handler,
        @Nullable Asked<P> asked) {

    /** Who knows what came of work in doubt. */
    @FunctionalInterface
    public interface Asked<P> {
        /** What came of it; empty if nothing did. */
        Optional<Outcome> ask(P payload, List<Doubt> doubts, Run run) throws Exception;
    }

    /** A job whose payload is decoded. */
    interface Call {
        /** What the payload is. */
        Object payload();

        /** Runs the handler. */
        Outcome handle(Run run) throws Exception;

        /** Asks what came of what is in doubt. */
        Optional<Outcome> ask(List<Doubt> doubts, Run run) throws Exception;
    }

    /** The handler with this payload, which is decoded now. */
    Call with(Payload payload, int version, PayloadCodec codec) {
        P decoded = type.decode(payload.json(), version, codec);
        return new Call() {
            @Override
            public Object payload() {
                return decoded;
            }

            @Override
            public Outcome handle(Run run) throws Exception {
                return Objects.requireNonNull(
                        handler.decide(decoded, run, context), "The handler returned no outcome; return one, or throw");
            }

            @Override
            public Optional<Outcome> ask(List<Doubt> doubts, Run run) throws Exception {
                return Objects.requireNonNull(
                        Objects.requireNonNull(asked).ask(decoded, doubts, run),
                        "The reconciler returned null; return an outcome, or Optional.empty()");
            }
        };
    }
}
