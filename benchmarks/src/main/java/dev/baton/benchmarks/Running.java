package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.store.JobStore;
import java.util.function.UnaryOperator;

/**
 * An engine that has started.
 *
 * @param after what is to be closed when it has ended
 */
public record Running(Baton baton, Runnable after) implements AutoCloseable {

    /** Starts one on this store, set up like this. */
    public static Running start(JobStore store, UnaryOperator<BatonBuilder> setUp, Runnable after) {
        return new Running(setUp.apply(Baton.on(store)).start(), after);
    }

    @Override
    public void close() {
        baton.close();
        after.run();
    }
}
