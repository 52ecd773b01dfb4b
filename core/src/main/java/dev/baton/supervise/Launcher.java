package dev.baton.supervise;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How a run gets going. In production a thread for each; in simulated tests a script. */
interface Launcher {

    /** Begins the run. Its end is told to {@link Ends}, once, from any thread, also if it could not begin. Never throws. */
    Interrupter launch(Run run, Supplier<? extends Task> factory);

    /** Asks a run to stop, without waiting and without throwing. It may take its time, or never obey. */
    interface Interrupter {
        void interrupt();
    }

    /** Where the end of a run is told. */
    interface Ends {
        /** The run returned, or failed. */
        void ended(String task, long run, @Nullable Throwable failure);
    }
}
