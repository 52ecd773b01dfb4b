package dev.baton.internal.prune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.observe.Event;
import dev.baton.store.JobFilter;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.OnJob;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PruningTest {

    private static final Duration KEEP = Duration.ofDays(30);
    private static final Duration EVERY = Duration.ofHours(1);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore(clock);
    private final JobIds ids = new JobIds(clock, new Random(3));
    private final List<Event> events = new ArrayList<>();
    private final Pruning pruning = pruning(Map.of(), Optional.empty());

    private Pruning pruning(Map<String, Duration> ofType, Optional<ExportFiles> export) {
        return new Pruning(store, new Pruning.Keep(KEEP, ofType, EVERY), export, events::add);
    }

    private void addCancelled(int howMany) {
        for (int i = 0; i < howMany; i++) {
            JobId id = ids.next();
            var job =
                    new NewJob(id, new Route("default", "a", 1), Payload.of("{}", ""), new Urgency(0, clock.instant()));
            store.insert(List.of(job), clock.instant());
            store.command(
                    List.of(new OnJob(id, Act.CANCEL, new OperatorCommand.By("alice", "because"))), clock.instant());
        }
    }

    private int left() {
        return store.list(JobFilter.ALL, Optional.empty(), 1_000, clock.instant())
                .size();
    }

    @Test
    void nothing_is_removed_before_its_retention_is_over_and_nothing_told() {
        addCancelled(3);

        clock.advance(KEEP);

        assertThat(pruning.runOnce()).isEqualTo(EVERY);
        assertThat(left()).isEqualTo(3);
        assertThat(events).isEmpty();
    }

    @Test
    void many_are_removed_in_batches_without_a_pause_and_told_of_once() {
        addCancelled(250);
        clock.advance(KEEP.plusNanos(1_000));
        Instant began = clock.instant();

        assertThat(pruning.runOnce()).isEqualTo(Duration.ZERO);
        assertThat(left()).isEqualTo(150);
        assertThat(pruning.runOnce()).isEqualTo(Duration.ZERO);
        assertThat(events).isEmpty();
        assertThat(pruning.runOnce()).isEqualTo(EVERY);

        assertThat(left()).isZero();
        assertThat(events).containsExactly(new Event.JobsPruned(250, began.minus(KEEP)));
    }

    @Test
    void what_grows_too_old_during_a_round_is_left_to_the_next_one() {
        addCancelled(100);
        clock.advance(EVERY);
        addCancelled(7);
        clock.advance(KEEP);
        assertThat(pruning.runOnce()).isEqualTo(Duration.ZERO);

        clock.advance(EVERY);
        assertThat(pruning.runOnce()).isEqualTo(EVERY);
        assertThat(left()).isEqualTo(7);

        assertThat(pruning.runOnce()).isEqualTo(EVERY);
        assertThat(left()).isZero();
        assertThat(events)
                .extracting(event -> ((Event.JobsPruned) event).count())
                .containsExactly(100, 7);
    }
}
