package dev.baton.internal.dispatch;

import dev.baton.store.Claim;
import dev.baton.store.Ending;
import java.time.Duration;

/** Where ends go, to be written down. */
public interface Ends {

    /** An attempt is over, like this. */
    void ended(Claim claim, Ending ending, Duration took);

    /** The same, and who says so asks for {@link #write} next. */
    default void awaited(Claim claim, Ending ending, Duration took) {
        ended(claim, ending, took);
    }

    /** Writes down what was handed over, on the thread of the caller, unless somebody else is at it. */
    default void write() {}
}
