package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Export;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.Inserted;
import dev.baton.store.Limit;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long what is over is kept. */
abstract class RetentionContract {

    private static final Duration KEPT = Duration.ofDays(30);

    abstract EngineUnderTest it();

    private static Outcome asTold(Note note) {
        return switch (note.text()) {
            case "dead" -> Outcome.fail("NEVER");
            case "held" -> Outcome.unknown("TIMEOUT");
            default -> Outcome.done();
        };
    }

    private boolean isThere(JobId job) {
        return it().store().find(job, it().clock.instant()).isPresent();
    }

    /** Lets hours pass until this job is gone. */
    private void passHoursUntilGone(JobId job) throws InterruptedException {
        Polling.until(() -> {
            boolean gone = !isThere(job);
            if (!gone) {
                it().clock.advance(Duration.ofMinutes(20));
            }
            return gone;
        });
    }

    @Test
    @Tag("R-000-83")
    void finished_jobs_are_gone_30_days_after_their_end_and_parked_ones_and_keys_for_ever_stay() throws Exception {
        Baton baton = it().deciding((note, run, context) -> asTold(note));
        JobId done = baton.enqueue(NOTE, new Note("done"));
        JobId dead = baton.enqueue(NOTE, new Note("dead"));
        JobId held = baton.enqueue(NOTE, new Note("held"));
        JobId keyed = baton.enqueue(NOTE.job(new Note("keyed")).uniqueKey("k")).id();
        baton.awaitAll(List.of(done, dead, held, keyed), LONG);
        Instant ended = it().find(done).last().orElseThrow().endedAt();

        it().clock.advance(KEPT.minusHours(1));
        assertThat(isThere(done)).isTrue();
        passHoursUntilGone(done);

        Event.JobsPruned pruned = it().events.await(Event.JobsPruned.class, any -> true);
        assertThat(pruned.count()).isEqualTo(1);
        assertThat(pruned.endedBefore()).isAfter(ended);
        assertThat(Duration.between(ended, it().clock.instant())).isGreaterThan(KEPT);
        assertThat(baton.attempts(done)).isEmpty();
        assertThat(it().state(dead)).isEqualTo(JobState.DEAD);
        assertThat(it().state(held)).isEqualTo(JobState.HELD);
        Inserted again = baton.enqueue(NOTE.job(new Note("keyed")).uniqueKey("k"));
        assertThat(again.id()).isEqualTo(keyed);
        assertThat(again.answer()).isEqualTo(Inserted.Answer.EXISTING);
        assertThat(again.state()).isEqualTo(JobState.DONE);
    }

    @Test
    @Tag("R-000-83")
    void what_ended_later_is_still_there_when_the_earlier_is_gone() throws Exception {
        Baton baton = it().deciding((note, run, context) -> asTold(note));
        JobId earlier = baton.enqueue(NOTE, new Note("earlier"));
        baton.await(earlier, LONG);
        it().clock.advance(KEPT.minusDays(1));
        assertThat(isThere(earlier)).isTrue();
        JobId later = baton.enqueue(NOTE, new Note("later"));
        it().passTimeUntil(() -> it().state(later) == JobState.DONE);

        passHoursUntilGone(earlier);

        assertThat(isThere(later)).isTrue();
        assertThat(it().events.await(Event.JobsPruned.class, any -> true).count())
                .isEqualTo(1);
    }

    @Test
    @Tag("R-000-83")
    void how_long_and_how_often_can_be_chosen() throws Exception {
        Baton baton = it().start(setup -> setup.retention(Duration.ofSeconds(10), Duration.ofSeconds(1))
                .decide(NOTE, it(), (note, run, context) -> asTold(note)));
        JobId job = baton.enqueue(NOTE, new Note("done"));
        baton.await(job, LONG);
        Instant ended = it().find(job).last().orElseThrow().endedAt();

        it().passTimeUntil(() -> !isThere(job));

        assertThat(Duration.between(ended, it().clock.instant()))
                .isBetween(Duration.ofSeconds(10), Duration.ofMinutes(10));
    }

    @Test
    @Tag("R-000-83")
    void a_type_is_kept_for_its_own_time_and_the_others_for_that_of_all() throws Exception {
        JobType<Note> brief = JobType.of("note.brief", Note.class).keepFinished(Duration.ofSeconds(10));
        Baton baton = it().start(setup -> setup.retention(KEPT, Duration.ofSeconds(1))
                .decide(NOTE, it(), (note, run, context) -> asTold(note))
                .decide(brief, it(), (note, run, context) -> asTold(note)));
        JobId gone = baton.enqueue(brief, new Note("done"));
        JobId parked = baton.enqueue(brief, new Note("dead"));
        JobId keyed = baton.enqueue(brief.job(new Note("keyed")).uniqueKey("k")).id();
        JobId kept = baton.enqueue(NOTE, new Note("done"));
        baton.awaitAll(List.of(gone, parked, keyed, kept), LONG);

        it().passTimeUntil(() -> !isThere(gone));

        assertThat(it().state(kept)).isEqualTo(JobState.DONE);
        assertThat(it().state(parked)).isEqualTo(JobState.DEAD);
        assertThat(it().state(keyed)).isEqualTo(JobState.DONE);
        it().clock.advance(KEPT);
        it().passTimeUntil(() -> !isThere(kept));
    }

    @Test
    @Tag("R-000-83")
    void what_is_removed_was_written_to_a_file_before_with_all_its_attempts(@TempDir Path folder) throws Exception {
        Export export = Export.toFiles(folder.resolve("out")).withPayloads();
        Baton baton = it().start(setup -> setup.retention(Duration.ofSeconds(10), Duration.ofSeconds(1))
                .exportFinished(export)
                .limit(Limit.ofType(NOTE).forEachKey().atOnce(1))
                .decide(
                        NOTE,
                        it(),
                        (note, run, context) ->
                                run.attempt() == 1 ? Outcome.retry("LATER") : Outcome.done(new Note("result"))));
        JobId job = baton.enqueue(NOTE.job(new Note("hello")).lane("alice").limitKey("red"))
                .id();
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
        List<AttemptView> past = baton.attempts(job);

        it().passTimeUntil(() -> !isThere(job));

        Event.JobsExported exported = it().events.await(Event.JobsExported.class, any -> true);
        assertThat(exported.count()).isEqualTo(1);
        List<String> lines = Files.readAllLines(Path.of(exported.file()));
        assertThat(lines).hasSize(past.size()).hasSize(2);
        for (int i = 0; i < past.size(); i++) {
            assertThat(lines.get(i))
                    .contains("\"job\":\"" + job + "\"", "\"entry\":" + (i + 1), "\"of\":2", "\"lane\":\"alice\"")
                    .contains("\"queue\":\"default\",\"limit_key\":\"red\"")
                    .contains(
                            "\"kind\":\"" + past.get(i).kind() + "\"",
                            "\"fence\":" + past.get(i).fence())
                    .contains("\"ended_at\":\"" + past.get(i).endedAt() + "\"", "\"label\":\"note hello\"")
                    .contains("\"payload\":\"{\\\"text\\\":\\\"hello\\\"}\"");
        }
        assertThat(lines.get(0)).contains("\"code\":\"LATER\"");
        assertThat(lines.get(1)).contains("\"result\":\"{\\\"text\\\":\\\"result\\\"}\"");
    }

    @Test
    void a_whole_past_is_written_at_once_and_goes_on_where_it_was_told_to(@TempDir Path folder) throws Exception {
        Baton baton = it().deciding((note, run, context) -> asTold(note));
        List<JobId> jobs = List.of(
                baton.enqueue(NOTE, new Note("done")),
                baton.enqueue(NOTE, new Note("dead")),
                baton.enqueue(NOTE, new Note("done")));
        baton.awaitAll(jobs, LONG);
        baton.redact(jobs.get(0), EngineUnderTest.BY);
        var all = new ArrayList<Export.Written>();
        var rest = new ArrayList<Export.Written>();

        Export.toFiles(folder).withPayloads().history(it().store(), Optional.empty(), all::add);
        Export.toFiles(folder).withPayloads().history(it().store(), Optional.of(jobs.get(1)), rest::add);

        List<JobId> newestFirst =
                jobs.stream().sorted(Comparator.reverseOrder()).toList();
        assertThat(all).extracting(Export.Written::last).containsExactly(newestFirst.get(2));
        assertThat(all).extracting(Export.Written::jobs).containsExactly(3L);
        assertThat(Files.readAllLines(all.get(0).file()))
                .hasSize(3)
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .contains(jobs.get(0).toString(), "\"redacted\":true")
                                .doesNotContain("\"payload\":"),
                        line -> assertThat(line).contains(jobs.get(1).toString(), "\"state\":\"DEAD\"", "\"payload\":"),
                        line -> assertThat(line).contains(jobs.get(2).toString(), "\"state\":\"DONE\""));
        assertThat(Files.readAllLines(rest.get(0).file()))
                .hasSize(1)
                .allMatch(line -> line.contains(jobs.get(0).toString()));
    }

    @Test
    @Tag("R-000-83")
    void a_retention_or_an_interval_that_is_not_above_zero_is_refused() {
        for (Duration wrong : List.of(Duration.ZERO, Duration.ofSeconds(-1), Duration.ofDays(36_501))) {
            assertRefused(wrong, Duration.ofHours(1));
            assertRefused(KEPT, wrong);
        }
    }

    private void assertRefused(Duration keep, Duration every) {
        var store = new FaultyStore(it().store());
        assertThatThrownBy(() -> Baton.on(store.store())
                        .retention(keep, every)
                        .handle(NOTE, this, (note, run, context) -> {})
                        .start())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_SETTING"));
    }
}
