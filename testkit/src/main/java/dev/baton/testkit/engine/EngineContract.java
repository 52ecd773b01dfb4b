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

/**
 * What the engine must do on every store, one nested class for each part of it. Extend it, say how to open a store, how to begin
 * a transaction on it, and how it looks after a crash; nothing else is needed.
 */
public abstract class EngineContract {

    private @Nullable EngineUnderTest current;

    /** An empty store that lives by this clock. Called once for each test. */
    protected abstract JobStore open(InstantSource clock);

    /** A transaction of an application's on this store. */
    protected abstract CallerTransaction begin(JobStore store);

    /** The store as the next process finds it when every process that used it has died. */
    protected abstract JobStore afterCrash(JobStore store, InstantSource clock);

    @BeforeEach
    void openStore() {
        var clock = new ManualClock();
        current = new EngineUnderTest(open(clock), clock, this::begin);
    }

    @AfterEach
    void closeStore() throws InterruptedException {
        current().close();
    }

    private EngineUnderTest current() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    private void crash() {
        EngineUnderTest it = current();
        it.replaceStore(afterCrash(it.store(), it.clock));
    }

    @Nested
    class Enqueue extends EnqueueContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Drain extends DrainContract {
        @Override
        EngineUnderTest it() {
            return current();
        }

        @Override
        void crash() {
            EngineContract.this.crash();
        }
    }

    @Nested
    class Admission extends AdmissionContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Handler extends HandlerContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Looking extends LookingContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Outcome extends OutcomeContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Facts extends FactsContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Timeout extends TimeoutContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Concurrency extends ConcurrencyContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Limit extends LimitKeyContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Start extends StartContract {
        @Override
        EngineUnderTest it() {
            return current();
        }

        @Override
        void crash() {
            EngineContract.this.crash();
        }
    }

    @Nested
    class Startup extends StartupContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class StartupProgress extends StartupProgressContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class StartupFailure extends StartupFailureContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Liveness extends LivenessContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Singleton extends SingletonContract {
        @Override
        EngineUnderTest it() {
            return current();
        }

        @Override
        void crash() {
            EngineContract.this.crash();
        }
    }

    @Nested
    class Circuit extends CircuitContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Stop extends StopContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Trouble extends TroubleContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Retention extends RetentionContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Parts extends PartsContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Operator extends OperatorContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Numbered extends NumberedContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Lane extends LaneContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class StrictRun extends StrictRunContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Doubt extends DoubtContract {
        @Override
        EngineUnderTest it() {
            return current();
        }

        @Override
        void crash() {
            EngineContract.this.crash();
        }
    }

    @Nested
    class Clearance extends ClearanceContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Checkpoint extends CheckpointContract {
        @Override
        EngineUnderTest it() {
            return current();
        }

        @Override
        void crash() {
            EngineContract.this.crash();
        }
    }

    @Nested
    class Sensitive extends SensitiveContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Replace extends ReplaceContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Bulk extends BulkContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class Why extends WhyContract {
        @Override
        EngineUnderTest it() {
            return current();
        }

        @Override
        void crash() {
            EngineContract.this.crash();
        }
    }

    @Nested
    class Schedules extends ScheduleContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }

    @Nested
    class ScheduleControl extends ScheduleControlContract {
        @Override
        EngineUnderTest it() {
            return current();
        }
    }
}
