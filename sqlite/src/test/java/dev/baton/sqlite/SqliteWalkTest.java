package dev.baton.sqlite;

import dev.baton.testkit.store.walk.RandomWalkContract;
import dev.baton.testkit.store.walk.WalkedStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** Random walks on SQLite. */
class SqliteWalkTest extends RandomWalkContract {

    private final AtomicInteger files = new AtomicInteger();

    @TempDir
    Path folder;

    @Override
    protected WalkedStore open(InstantSource clock) {
        return new WalkedFile(folder.resolve("walk-" + files.incrementAndGet() + ".db"), clock);
    }

    @Override
    protected boolean takesOneEngine() {
        return true;
    }
}
