package dev.baton.internal.dispatch;

/** Where handlers run, and where they are interrupted. A simulation has a way of its own to do one thing at a time. */
public interface Threads extends AutoCloseable {

    /** Runs this soon; throws if there is no thread to be had. */
    void execute(Runnable body);

    /** Does a thread that has run one of them run others? Then it need not wait for somebody to say so. */
    boolean areUsedAgain();

    /** Runs this soon, away from the caller: interrupting somebody may take its time. */
    void interrupt(Runnable body);

    /** Takes nothing more on; does not wait, as handlers may be stuck. */
    @Override
    void close();
}
