package dev.baton.job;

/**
 * As {@link Handler}, for handlers that say themselves how the attempt ended.
 *
 * @param <P> the payload
 * @param <C> what the handler needs: one object
 */
@FunctionalInterface
public interface DecidingHandler<P, C> {

    /** Does the work, and says how it ended. */
    Outcome decide(P payload, Run run, C context) throws Exception;
}
