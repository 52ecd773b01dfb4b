package dev.baton.testkit.store;

import dev.baton.store.JobStore;
import dev.baton.testkit.ManualClock;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/**
 * What every job store must do, one nested class for each verb. Extend it, say how to open an empty store and how to begin a
 * transaction on it, and run it; nothing else is needed.
 */
public abstract class JobStoreContract {

    private @Nullable StoreUnderTest current;

    /** An empty store that lives by this clock. Called once for each test. */
    protected abstract JobStore open(InstantSource clock);

    /** A transaction of an application's on this store. */
    protected abstract CallerTransaction begin(JobStore store);

    /** Does a caller's transaction come to nothing when a claim turns out to be lost in it? */
    protected boolean lostClaimsDoomTransactions() {
        return false;
    }

    /** What must be so when nobody has anything to do any more, beyond what can be read from the store. */
    protected void requireQuiet(JobStore store) {}

    @BeforeEach
    void openStore() {
        var clock = new ManualClock();
        JobStore store = open(clock);
        current = new StoreUnderTest(store, clock, new Around(store));
    }

    private final class Around implements StoreUnderTest.Surroundings {
        private final JobStore store;

        Around(JobStore store) {
            this.store = store;
        }

        @Override
        public CallerTransaction begin() {
            return JobStoreContract.this.begin(store);
        }

        @Override
        public boolean lostClaimsDoomTransactions() {
            return JobStoreContract.this.lostClaimsDoomTransactions();
        }

        @Override
        public void requireQuiet() {
            JobStoreContract.this.requireQuiet(store);
        }
    }

    @AfterEach
    void closeStore() {
        current().store.close();
    }

    private StoreUnderTest current() {
        return Objects.requireNonNull(current);
    }

    @Nested
    class Insert extends InsertContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Held extends HeldFirstContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Backlog extends BacklogContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Over extends OverFirstContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Key extends KeyContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Claim extends ClaimContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Finish extends FinishContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Facts extends FactsContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Recover extends RecoverContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Prune extends PruneContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Hasten extends HastenContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class RemoveByName extends RemoveContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Command extends CommandContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Moves extends MovesContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Lags extends LagContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Read extends ReadContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class LaneNumber extends LaneNumberContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Numbered extends NumberedContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Lane extends LaneContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class ParkedLane extends ParkedLaneContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Run extends RunContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class RunEnd extends RunEndContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class StrictRun extends StrictRunContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Doubt extends DoubtContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class DoubtEnd extends DoubtEndContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Checkpoint extends CheckpointContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Cursor extends CursorContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class FinishIn extends FinishInContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Switch extends SwitchContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Replace extends ReplaceContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Redact extends RedactContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Witness extends EvidenceContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Rehearse extends RehearseContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Situation extends SituationContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Fairness extends FairnessContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Limit extends LimitKeyContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Rate extends RateContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Race extends RaceContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class LaneStress extends LaneStressContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class Schedules extends ScheduleContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }

    @Nested
    class ScheduleRaces extends ScheduleRaceContract {
        @Override
        StoreUnderTest it() {
            return current();
        }
    }
}
