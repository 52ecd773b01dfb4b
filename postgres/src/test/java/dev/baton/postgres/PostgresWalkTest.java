package dev.baton.postgres;

import dev.baton.testkit.store.walk.RandomWalkContract;
import dev.baton.testkit.store.walk.WalkedStore;
import java.time.InstantSource;

/** Random walks on PostgreSQL. */
class PostgresWalkTest extends RandomWalkContract {

    private static final int FEWER_WALKS = 500;
    private static final int FEWER_RACES = 150;

    @Override
    protected WalkedStore open(InstantSource clock) {
        return new WalkedSchema(clock);
    }

    @Override
    protected boolean takesOneEngine() {
        return false;
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
