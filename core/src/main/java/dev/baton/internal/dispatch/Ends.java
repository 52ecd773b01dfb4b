package dev.baton.internal.dispatch;

import dev.baton.store.Claim;
import dev.baton.store.Ending;
import java.time.Duration;
import java.util.Optional;

/** Where ends go, to be written down. */
public interface Ends {

    /** An attempt is over, like this, with these facts. */
    void ended(Claim claim, Ending ending, Optional<String> facts, Duration took);

    /** The same, and who says so asks for {@link #write} next. */
    default void awaited(Claim claim, Ending ending, Optional<String> facts, Duration took) {
        ended(claim, ending, facts, took);
    }

    /** Writes down what was handed over, on the thread of the caller, unless somebody else is at it. */
    default void write() {}
}
