package dev.baton.outbox;

import dev.baton.store.JobStore;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.store.CallerTransaction;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** What the outbox must do on every store, one nested class for each part of it. */
abstract class OutboxContract {

    private @Nullable OutboxUnderTest current;

    /** An empty store that lives by this clock. Called once for each test. */
    abstract JobStore open(InstantSource clock);

    /** A transaction of the ledger's on this store. */
    abstract CallerTransaction begin(JobStore store);

    /** The store as the next process finds it when every process that used it has died. */
    abstract JobStore afterCrash(JobStore store, InstantSource clock);

    /** The same when nobody has noticed that yet; where there is one process at a time, the next one knows. */
    JobStore afterSilentDeath(JobStore store, InstantSource clock) {
        return store;
    }

    @BeforeEach
    void openStore() {
        var clock = new ManualClock();
        current = new OutboxUnderTest(
                open(clock),
                clock,
                new OutboxUnderTest.Place(
                        this::begin, store -> afterCrash(store, clock), store -> afterSilentDeath(store, clock)));
    }

    @AfterEach
    void closeStore() throws InterruptedException {
        current().close();
    }

    private OutboxUnderTest current() {
        return Objects.requireNonNull(current, "opened before each test");
    }

    @Nested
    class Enqueue extends PaymentEnqueueContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Alerts extends PaymentAlertsContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Dispatch extends PaymentDispatchContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Facts extends PaymentFactsContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Gate extends PaymentGateContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Metrics extends PaymentMetricsContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Moves extends PaymentMovesContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Numbered extends PaymentNumberedContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Again extends PaymentAgainContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Caps extends PaymentCapsContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Forgotten extends PaymentForgottenContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Restored extends PaymentRestoredContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Repairs extends PaymentRepairContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }

    @Nested
    class Unknown extends PaymentUnknownContract {
        @Override
        OutboxUnderTest it() {
            return current();
        }
    }
}
