package dev.baton.postgres;

import dev.baton.testkit.store.walk.RandomWalkContract;
import dev.baton.testkit.store.walk.WalkedStore;
import java.time.InstantSource;

/** Random walks on PostgreSQL. */
class PostgresWalkTest extends RandomWalkContract {

    @Override
    protected WalkedStore open(InstantSource clock) {
        return new WalkedSchema(clock);
    }

    @Override
    protected boolean takesOneEngine() {
        return false;
    }

    /** A step takes some of them, on a server far more than in memory. */
    @Override
    protected int walks() {
        return Integer.getInteger("walks", 1_000);
    }
}
