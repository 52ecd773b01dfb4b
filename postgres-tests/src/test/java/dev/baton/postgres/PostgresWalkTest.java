package dev.baton.postgres;

import dev.baton.testkit.store.walk.RandomWalkContract;
import dev.baton.testkit.store.walk.WalkedStore;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random walks on PostgreSQL. */
class PostgresWalkTest extends RandomWalkContract {

    private static final int FEWER_WALKS = 60;
    private static final int FEWER_RACES = 75;
    private static final int FREE_RACES = 40;

    @Override
    protected WalkedStore open(InstantSource clock) {
        return new WalkedSchema(clock);
    }

    @Override
    protected boolean takesOneEngine() {
        return false;
    }

    @Test
    @Tag("slow")
    @Timeout(300)
    void what_must_hold_does_when_claims_recovery_and_pruning_pass_over_what_others_have_in_hand() throws Exception {
        raceFreely(FREE_RACES);
    }

    /** A step takes far longer on a server than in memory. */
    @Override
    protected int walks() {
        return FEWER_WALKS;
    }

    @Override
    protected int races() {
        return FEWER_RACES;
    }
}
