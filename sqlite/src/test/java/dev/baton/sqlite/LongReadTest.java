package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobIds;
import dev.baton.store.JobFilter;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import dev.baton.testkit.ManualClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People may ask for much; the engine does not wait for them. */
class LongReadTest {

    private static final Route ROUTE = new Route("default", "note", 1);

    @Test
    void what_the_engine_asks_is_answered_while_a_long_list_is_being_made(@TempDir Path folder) throws Exception {
        var clock = new ManualClock();
        try (SqliteStore store = SqliteStore.open(folder.resolve("app.db"), clock)) {
            fill(store, clock, 20_000);
            var node = new NodeId(new UUID(1, 1));
            var begun = new CountDownLatch(1);
            var lister = new Thread(() -> {
                begun.countDown();
                store.list(JobFilter.ALL.code("NO_SUCH_CODE"), Optional.empty(), 10, clock.instant());
            });
            lister.start();
            begun.await();

            int answered = 0;
            while (lister.isAlive()) {
                store.heldBy(node);
                store.switches();
                answered += lister.isAlive() ? 1 : 0;
            }

            assertThat(answered).as("while the list was made").isGreaterThan(5);
        }
    }

    private static void fill(SqliteStore store, ManualClock clock, int jobs) {
        var ids = new JobIds(clock, new Random(1));
        for (int done = 0; done < jobs; done += 5_000) {
            List<NewJob> batch = new ArrayList<>();
            for (int i = 0; i < 5_000; i++) {
                batch.add(new NewJob(ids.next(), ROUTE, Payload.of("{}", "note"), new Urgency(0, clock.instant())));
            }
            store.insert(batch, clock.instant());
        }
    }
}
