package dev.baton.job;

/**
 * Does the work of a job type. Returning means done; an exception goes through {@link JobType#on}, and what that does not name
 * is tried again. Called by many threads at once.
 *
 * @param <P> the payload
 * @param <C> what the handler needs: one object
 */
@FunctionalInterface
public interface Handler<P, C> {

    /** Does the work. It may be done more than once: after a crash nobody knows how far it came. */
    void handle(P payload, Run run, C context) throws Exception;
}
