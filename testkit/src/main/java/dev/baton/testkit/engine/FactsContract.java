package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.job.Run;
import dev.baton.store.AttemptView;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a handler tells of its attempt is kept with it, however it ends. */
abstract class FactsContract {

    private static final JobType<Note> ONCE = NOTE.retry(Retry.never()).timeout(Duration.ofSeconds(30));

    abstract EngineUnderTest it();

    private List<AttemptView> attempts(Baton baton, String text) throws InterruptedException {
        JobId job = baton.enqueue(ONCE, new Note(text));
        it().passTimeUntil(() -> !baton.attempts(job).isEmpty());
        return baton.attempts(job);
    }

    @Test
    void what_a_handler_tells_is_kept_whatever_it_answers_or_throws() throws Exception {
        Baton baton = it().start(setup -> setup.decide(ONCE, "", (note, run, any) -> {
            run.facts(Map.of("of", note.text()));
            return switch (note.text()) {
                case "done" -> Outcome.done("result");
                case "failed" -> Outcome.fail("NEVER");
                case "held" -> Outcome.hold("NO_ANSWER", "");
                case "snoozed" -> Outcome.snooze(run.beganAt().plusSeconds(3600));
                default -> throw new IllegalStateException("thrown");
            };
        }));

        for (String text : List.of("done", "failed", "held", "snoozed", "thrown")) {
            assertThat(attempts(baton, text)).singleElement().satisfies(attempt -> {
                assertThat(attempt.detail().facts()).contains("{\"of\":\"" + text + "\"}");
                assertThat(attempt.node()).isPresent();
            });
        }
    }

    @Test
    void what_was_told_before_the_time_was_over_is_kept() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(ONCE, gate, (note, run, door) -> {
            run.facts(Map.of("of", note.text()));
            door.pass();
        }));

        assertThat(attempts(baton, "slow")).singleElement().satisfies(attempt -> {
            assertThat(attempt.detail().code()).isEqualTo("TIMEOUT");
            assertThat(attempt.detail().facts()).contains("{\"of\":\"slow\"}");
        });
    }

    @Test
    void the_last_that_is_told_counts_and_what_cannot_be_kept_changes_nothing() throws Exception {
        Baton baton = it().start(setup -> setup.handle(ONCE, "", (note, run, any) -> {
            run.facts(List.of(1));
            run.facts(List.of(2));
            assertRefused(run, "x".repeat(4 * 1024), "TOO_LARGE");
        }));

        JobId job = baton.enqueue(ONCE, new Note("x"));
        baton.await(job, LONG);

        assertThat(baton.attempts(job))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.detail().facts()).contains("[2]"));
    }

    private static void assertRefused(Run run, Object facts, String code) {
        assertThatThrownBy(() -> run.facts(facts))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
