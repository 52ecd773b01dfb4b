package dev.baton.job;

import java.util.List;

/**
 * The last step of a range, when all its parts are over: done, or cancelled by somebody. It is an attempt like any other: an exception has
 * it tried again, and after a crash it may run twice.
 *
 * @param <P> the payload of the whole
 * @param <C> what the handler needs: one object
 */
@FunctionalInterface
public interface JoinHandler<P, C> {

    /**
     * Does the last step.
     *
     * @param cancelled the numbers of the parts that somebody cancelled or gave up, which mostly are none
     */
    void joined(P payload, List<Integer> cancelled, Run run, C context) throws Exception;
}
