package dev.baton.job;

import java.util.List;
import java.util.Optional;

/**
 * Finds out whether work was done of which nobody knows; for types with {@link CrashPolicy#RECONCILE}. It is asked before the job
 * runs again, in an attempt of its own, and may use the run as a handler does.
 *
 * @param <P> the payload of the job
 * @param <C> what it needs
 */
@FunctionalInterface
public interface Reconciler<P, C> {

    /**
     * What came of the attempts in doubt, oldest first; empty if none of them had an effect, so that the handler is to run now. An
     * earlier call of this that did not end well is among them. Whoever does not know either answers {@link Outcome#retry}, {@link
     * Outcome#snooze} or {@link Outcome#unknown}, or throws, and is asked again later.
     */
    Optional<Outcome> reconcile(P payload, List<Doubt> doubts, Run run, C context) throws Exception;
}
