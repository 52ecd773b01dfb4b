package dev.baton.faults.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Snapshot;
import dev.baton.faults.process.Assignment.Mode;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process halts while it removes what is over: each job is there with all its attempts, or gone with all of them. */
class PruneTest {

    private static final int JOBS = 60;
    private static final long SEED = Long.getLong("baton.faults.seed", 7);

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    @Timeout(120)
    void a_halt_while_old_jobs_are_removed_leaves_no_job_without_its_attempts() throws Exception {
        haltWhilePruning(new SqliteDatabase(new Folder(folder).file()));
    }

    @Test
    @Tag("long")
    @Timeout(120)
    void a_halt_while_old_jobs_are_removed_from_postgresql_leaves_no_job_without_its_attempts() throws Exception {
        haltWhilePruning(
                new PostgresDatabase(SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema()));
    }

    private void haltWhilePruning(Database database) throws Exception {
        try (var arena = new Arena(folder, database, SEED, "-Dtest=PruneTest -Dbaton.faults.seed=" + SEED)) {
            assertThat(live(arena, Mode.WORK, "")).isZero();

            halt(arena, "prune.beforeCommit:halt@1");
            Snapshot untouched = last(arena);
            halt(arena, "prune.afterCommit:halt@1");
            assertThat(live(arena, Mode.PRUNE, "")).isZero();

            List<Snapshot> all = arena.snapshots();
            for (int i = 1; i < all.size(); i++) {
                assertThat(all.get(i - 1).tornIn(all.get(i))).isEmpty();
            }
            assertThat(last(arena).jobs()).hasSizeLessThan(untouched.jobs().size());
        }
    }

    private static Snapshot last(Arena arena) {
        return arena.snapshots().get(arena.snapshots().size() - 1);
    }

    private static void halt(Arena arena, String fault) throws Exception {
        assertThat(live(arena, Mode.PRUNE, fault)).isEqualTo(Life.KILLED);
        assertThat(arena.hasFired(fault)).isTrue();
    }

    private static int live(Arena arena, Mode mode, String fault) throws Exception {
        int jobs = mode == Mode.WORK ? JOBS : 0;
        try (Life life = arena.live(mode, jobs, fault)) {
            int code = life.end();
            arena.snapshot();
            return code;
        }
    }
}
