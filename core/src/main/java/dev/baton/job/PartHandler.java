package dev.baton.job;

/**
 * Does the work of one part of a range. It is called as a {@link Handler} is: returning means that this part is done, an exception has
 * this part alone tried again, as its type says. Checkpoints and progress are the part's own. Called by many threads at once.
 *
 * @param <P> the payload of the whole
 * @param <C> what the handler needs: one object
 */
@FunctionalInterface
public interface PartHandler<P, C> {

    /** Does what is from {@code part.from()} to before {@code part.to()}. It may be done more than once. */
    void handle(P payload, Part part, Run run, C context) throws Exception;
}
