package dev.baton.testkit.engine;

import dev.baton.store.JobStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.store.CallerTransaction;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** What engines must do that share a store with others. Extend it and say how to open one that stands several. */
public abstract class ManyNodesEngineContract {

    private @Nullable EngineUnderTest current;

    /** An empty store that lives by this clock. Called once for each test. */
    protected abstract JobStore open(InstantSource clock);

    @BeforeEach
    void openStore() {
        var clock = new ManualClock();
        current = new EngineUnderTest(open(clock), clock, ManyNodesEngineContract::noTransaction);
    }

    private static CallerTransaction noTransaction(JobStore store) {
        throw new AssertionError("no test of many nodes needs a caller's transaction");
    }

    @AfterEach
    void closeStore() throws InterruptedException {
        current().close();
    }

    private EngineUnderTest current() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    @Nested
    class Startup extends StartupTogetherContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Drain extends DrainTogetherContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Singleton extends SingletonTogetherContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Limit extends LimitTogetherContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Schedules extends ScheduleTogetherContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }
}
