package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Ends;
import dev.baton.internal.finish.Finishing;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import java.time.Duration;
import java.util.Optional;

/** What handlers hand over to be written down. */
record Handed(Finishing finishing, Runnable writeHere) implements Ends {

    @Override
    public void ended(Claim claim, Ending ending, Optional<String> facts, Duration took) {
        finishing.ended(claim, ending, facts, took);
    }

    @Override
    public void awaited(Claim claim, Ending ending, Optional<String> facts, Duration took) {
        finishing.handOver(claim, ending, facts, took);
    }

    @Override
    public void write() {
        writeHere.run();
    }
}
