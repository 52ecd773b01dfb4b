package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.JoinHandler;
import dev.baton.job.Part;
import dev.baton.job.PartHandler;
import dev.baton.job.Ranged;
import dev.baton.job.Retry;
import dev.baton.observe.Reason;
import dev.baton.store.AttemptView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.Limit;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.Progress;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Ranges that are split into parts, which run side by side and join. */
abstract class PartsContract {

    /** A range. */
    record Blocks(String chain, long from, long to) {}

    private static final Ranged<Blocks> BLOCKS = Ranged.of(
                    JobType.of("blocks", Blocks.class)
                            .retry(Retry.fixed(Duration.ofSeconds(2)).attempts(2)),
                    Blocks::from,
                    Blocks::to)
            .parts(4);
    private static final JoinHandler<Blocks, Log> NOTHING_MORE =
            (blocks, cancelled, run, log) -> log.joins.add(cancelled);

    /** What happened. */
    private static final class Log {
        private final ConcurrentLinkedQueue<Part> parts = new ConcurrentLinkedQueue<>();
        private final ConcurrentLinkedQueue<List<Integer>> joins = new ConcurrentLinkedQueue<>();
    }

    private final Log log = new Log();
    private final CountDownLatch gate = new CountDownLatch(1);

    abstract EngineUnderTest it();

    private Baton start(PartHandler<Blocks, Log> handler) {
        return it().start(setup -> setup.handle(BLOCKS, log, handler, NOTHING_MORE));
    }

    private static JobId add(Baton baton, long from, long to) {
        return baton.enqueue(BLOCKS.job(new Blocks("main", from, to))).id();
    }

    private List<JobView> parts() {
        return it()
                .store()
                .list(
                        JobFilter.ALL.type("blocks.part"),
                        Optional.empty(),
                        100,
                        it().clock.instant())
                .stream()
                .sorted(Comparator.comparing(JobView::label))
                .toList();
    }

    private List<JobState> states() {
        return parts().stream().map(part -> part.standing().state()).toList();
    }

    private void awaitOver(JobId whole) throws InterruptedException {
        it().passTimeUntil(() -> it().state(whole).isFinal());
    }

    /** Parts that end when they are let. */
    private PartHandler<Blocks, Log> whenAsleep() {
        return (blocks, part, run, seen) -> gate.await();
    }

    /** Without letting time pass. */
    private void letPartsEnd(JobId whole) throws InterruptedException {
        Polling.until(() -> it().state(whole) == JobState.SCHEDULED);
        gate.countDown();
        Polling.until(() -> states().stream().allMatch(JobState.DONE::equals));
    }

    /** So that nothing is due by itself. */
    private void passLessThanAMinuteUntil(BooleanSupplier condition) throws InterruptedException {
        Instant most = it().clock.instant().plusSeconds(40);
        Polling.until(() -> {
            if (it().clock.instant().isBefore(most)) {
                it().clock.advance(Duration.ofMillis(250));
            }
            return condition.getAsBoolean();
        });
    }

    @Test
    void a_range_is_split_into_parts_that_cover_it_once_and_joins_when_they_are_done() throws Exception {
        Baton baton = start((blocks, part, run, seen) -> {
            assertThat(blocks.chain()).isEqualTo("main");
            seen.parts.add(part);
        });

        JobId whole = add(baton, 10, 20);
        awaitOver(whole);

        assertThat(it().state(whole)).isEqualTo(JobState.DONE);
        assertThat(log.parts.stream().sorted(Comparator.comparingInt(Part::number)))
                .containsExactly(
                        new Part(whole, 1, 4, 10, 13),
                        new Part(whole, 2, 4, 13, 16),
                        new Part(whole, 3, 4, 16, 18),
                        new Part(whole, 4, 4, 18, 20));
        assertThat(parts())
                .extracting(JobView::label)
                .containsExactly("blocks 1/4", "blocks 2/4", "blocks 3/4", "blocks 4/4");
        assertThat(log.joins).containsExactly(List.of());
        AttemptView last = it().find(whole).last().orElseThrow();
        assertThat(last.detail().facts().orElseThrow()).contains("\"parts\":4");
    }

    /** A whole that counts under a key, where this is said of each key; the keys of its parts. */
    private List<Optional<String>> keysOfParts(Limit each) throws InterruptedException {
        Baton baton = it().start(setup ->
                setup.limit(each).handle(BLOCKS, log, (blocks, part, run, seen) -> seen.parts.add(part), NOTHING_MORE));
        JobId whole = baton.enqueue(BLOCKS.job(new Blocks("main", 0, 4)).limitKey("red"))
                .id();
        awaitOver(whole);
        assertThat(it().state(whole)).isEqualTo(JobState.DONE);
        assertThat(log.parts).hasSize(4);
        return parts().stream().map(part -> part.route().limitKey()).toList();
    }

    @Test
    void parts_count_under_the_limit_key_of_their_whole_where_a_limit_of_keys_concerns_them() throws Exception {
        assertThat(keysOfParts(Limit.ofQueue("default").forEachKey().atOnce(1)))
                .hasSize(4)
                .containsOnly(Optional.of("red"));
    }

    @Test
    void parts_have_no_limit_key_where_a_limit_of_keys_concerns_their_whole_alone() throws Exception {
        assertThat(keysOfParts(Limit.ofType(BLOCKS.type()).forEachKey().atOnce(1)))
                .hasSize(4)
                .containsOnly(Optional.empty());
    }

    @Test
    void a_whole_is_woken_when_its_last_part_is_over_and_does_not_wait_for_its_own_time() throws Exception {
        Baton baton = start(whenAsleep());
        JobId whole = add(baton, 0, 4);
        letPartsEnd(whole);

        passLessThanAMinuteUntil(() -> it().state(whole) == JobState.DONE);

        assertThat(log.joins).hasSize(1);
        assertThat(baton.attempts(whole))
                .as("no look is written down")
                .extracting(AttemptView::kind)
                .containsExactly(AttemptView.Kind.SNOOZED, AttemptView.Kind.DONE);
    }

    @Test
    void when_nobody_wakes_it_as_after_a_crash_a_whole_joins_at_its_own_time() throws Exception {
        var faulty = new FaultyStore(it().store());
        for (int i = 0; i < 1_000; i++) {
            faulty.inVain("hasten", "nothing");
        }
        Baton baton = Baton.on(faulty.store())
                .timeline(it().clock)
                .listener(it().events::accept)
                .handle(BLOCKS, log, whenAsleep(), NOTHING_MORE)
                .start();
        it().closeLater(baton);
        JobId whole = add(baton, 0, 4);
        Instant began = it().clock.instant();
        letPartsEnd(whole);

        awaitOver(whole);

        assertThat(log.joins).hasSize(1);
        assertThat(Duration.between(began, it().clock.instant())).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void a_part_that_fails_is_tried_again_alone() throws Exception {
        Set<Integer> failed = ConcurrentHashMap.newKeySet();
        Baton baton = start((blocks, part, run, seen) -> {
            seen.parts.add(part);
            if (part.number() == 2 && failed.add(2)) {
                throw new IOException("the first time");
            }
        });

        awaitOver(add(baton, 0, 4));

        assertThat(log.parts).extracting(Part::number).containsExactlyInAnyOrder(1, 2, 2, 3, 4);
        assertThat(log.joins).containsExactly(List.of());
    }

    @Test
    void a_dead_part_keeps_its_whole_waiting_and_is_named_until_somebody_retries_it() throws Exception {
        Set<Integer> healed = ConcurrentHashMap.newKeySet();
        Baton baton = start((blocks, part, run, seen) -> {
            if (part.number() == 3 && healed.isEmpty()) {
                throw new IOException("still broken");
            }
        });
        JobId whole = add(baton, 0, 4);
        it().passTimeUntil(() ->
                states().stream().filter(JobState.DONE::equals).count() == 3 && states().contains(JobState.DEAD));
        JobId dead = parts().get(2).id();
        it().passTimeUntil(() -> it().state(whole) == JobState.SCHEDULED);

        Reason reason = baton.why(whole).get(0);
        assertThat(reason.cause()).isEqualTo(Reason.Cause.WAITS_FOR_PARTS);
        assertThat(reason.text()).contains("3 of its 4 parts", "number 3", dead.toString(), "dead");
        assertThat(log.joins).isEmpty();

        healed.add(3);
        baton.retry(dead, BY).orThrow();
        awaitOver(whole);
        assertThat(log.joins).containsExactly(List.of());
    }

    @Test
    void a_part_that_is_given_up_is_told_to_the_last_step_and_on_record() throws Exception {
        Baton baton = start((blocks, part, run, seen) -> {
            if (part.number() == 3) {
                throw new IOException("broken for good");
            }
        });
        JobId whole = add(baton, 0, 4);
        it().passTimeUntil(() -> states().contains(JobState.DEAD));

        baton.discard(parts().get(2).id(), BY).orThrow();
        awaitOver(whole);

        assertThat(log.joins).containsExactly(List.of(3));
        assertThat(it().find(whole).last().orElseThrow().detail().facts().orElseThrow())
                .contains("\"cancelled\":[3]");
    }

    @Test
    void when_a_whole_is_cancelled_its_parts_are_those_that_run_and_those_that_wait() throws Exception {
        var began = new CountDownLatch(1);
        Baton baton = it().start(setup -> setup.handle(
                        BLOCKS,
                        log,
                        (blocks, part, run, seen) -> {
                            began.countDown();
                            gate.await();
                        },
                        NOTHING_MORE)
                .concurrency(BLOCKS.part(), 1));
        JobId whole = add(baton, 0, 4);
        began.await();
        Polling.until(() -> it().state(whole) == JobState.SCHEDULED);

        baton.cancel(whole, BY).orThrow();
        passLessThanAMinuteUntil(() -> states().stream().allMatch(JobState.CANCELLED::equals));

        assertThat(it().state(whole)).isEqualTo(JobState.CANCELLED);
        assertThat(parts()).hasSize(4);
        assertThat(log.joins).isEmpty();
    }

    @Test
    void the_progress_of_a_whole_is_the_sum_of_what_is_done_of_its_parts() throws Exception {
        var reported = new CountDownLatch(2);
        Baton baton = start((blocks, part, run, seen) -> {
            if (part.number() > 2) {
                run.progress(7, part.size(), "on the way");
                reported.countDown();
                gate.await();
            }
        });
        JobId whole = add(baton, 0, 40);
        reported.await();

        var expected = Optional.of(new Progress.Mark(34, 40, "2 of 4 parts"));
        it().passTimeUntil(() -> baton.progress(whole).equals(expected));

        gate.countDown();
        awaitOver(whole);
    }

    @Test
    void a_split_whose_answer_was_lost_adds_no_part_twice() throws Exception {
        var faulty = new FaultyStore(it().store());
        Baton baton = Baton.on(faulty.store())
                .timeline(it().clock)
                .handle(BLOCKS, log, (blocks, part, run, seen) -> seen.parts.add(part), NOTHING_MORE)
                .handle(EngineUnderTest.NOTE, log, (note, run, seen) -> {})
                .start();
        it().closeLater(baton);
        JobId whole = baton.enqueue(BLOCKS.job(new Blocks("main", 0, 4)).in(Duration.ofSeconds(1)))
                .id();
        faulty.after("insert", new OutcomeUnknownException("the answer was lost", new IOException()));

        awaitOver(whole);

        assertThat(faulty.isOver("insert")).isTrue();
        assertThat(log.parts).extracting(Part::number).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThat(parts()).hasSize(4);
        assertThat(log.joins).hasSize(1);
        assertThat(baton.enqueue(EngineUnderTest.NOTE, new Note("others go on")))
                .isNotNull();
    }

    @Test
    void a_range_of_nothing_joins_at_once_and_a_small_one_has_no_empty_parts() throws Exception {
        Baton baton = start((blocks, part, run, seen) -> seen.parts.add(part));

        awaitOver(add(baton, 5, 5));
        assertThat(log.parts).isEmpty();
        assertThat(log.joins).hasSize(1);

        JobId two = add(baton, 5, 7);
        awaitOver(two);
        assertThat(log.parts).containsExactlyInAnyOrder(new Part(two, 1, 2, 5, 6), new Part(two, 2, 2, 6, 7));
    }

    @Test
    void a_range_that_ends_before_it_begins_is_refused_and_nothing_stored() {
        Baton baton = start((blocks, part, run, seen) -> {});

        assertThatThrownBy(() -> add(baton, 2, 1))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("OUT_OF_RANGE"));
        assertThat(it().store()
                        .list(JobFilter.ALL, Optional.empty(), 10, it().clock.instant()))
                .isEmpty();
    }
}
