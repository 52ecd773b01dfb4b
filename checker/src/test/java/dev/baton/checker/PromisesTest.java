package dev.baton.checker;

import static dev.baton.checker.Forged.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Archive.Places;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One lie about each promise at least: it is found, and called by the number of the promise that it breaks. */
class PromisesTest {

    private static final Places NOWHERE = new Places(0, 0, 0);

    private final Forged forged = new Forged()
            .say(
                    "20 invoked a1 work1 transfer - books done 0 ;",
                    "20 acknowledged a1 job1 books#1 added ;",
                    "20 invoked a2 work2 transfer - books done 0 ;",
                    "20 acknowledged a2 job2 books#2 added ;",
                    "20 invoked a3 work3 order key1 - done 0 ;",
                    "20 acknowledged a3 job3 - added ;",
                    "20 invoked a4 work4 order key1 - done 0 ;",
                    "20 refused a4 ;",
                    "20 invoked a5 work5 order - - done 0 ;", // and nobody knows
                    "20 invoked a6 work6 order - - done 0 ;",
                    "20 invoked a7 work7 order - - any 0 ;",
                    "20 acknowledged a7 job7 - added ;",
                    "11 started job1 1 50 500 books#1 work1 ;",
                    "11 ended job1 1 50 done books#1 ;",
                    "11 started job2 1 51 500 books#2 work2 ;",
                    "11 ended job2 1 51 done books#2 ;",
                    "11 started job3 1 52 500 - work3 ;",
                    "11 ended job3 1 52 done - ;",
                    "11 started job5 1 53 500 - work5 ;",
                    "11 ended job5 1 53 done - ;",
                    "20 asks job7 cancel ;")
            .work("job1", "transfer", "work1", "books#1", NOWHERE, attempt(1, 50, "DONE"))
            .work("job2", "transfer", "work2", "books#2", NOWHERE, attempt(1, 51, "DONE"))
            .work("job3", "order", "work3", "-", NOWHERE, attempt(1, 52, "DONE"))
            .key("job3", "key1")
            .work("job5", "order", "work5", "-", NOWHERE, attempt(1, 53, "DONE"))
            .work("job7", "order", "work7", "-", NOWHERE, Forged.SKIPPED)
            .recorded("CANCEL", "job7");

    private void assertFound(String rule, String what) {
        Verdict verdict = forged.verdict();
        assertThat(verdict.faults())
                .anySatisfy(fault -> assertThat(fault).startsWith(rule + " ").contains(what));
        assertThat(verdict.result()).isEqualTo(Verdict.Result.FAILED);
    }

    @Test
    void a_run_in_which_all_promises_were_kept_is_passed_whatever_came_of_calls_without_an_answer() {
        assertThat(forged.verdict().faults()).isEmpty();
        assertThat(forged.verdict().result()).isEqualTo(Verdict.Result.PASSED);
    }

    @Test
    void a_run_in_which_nothing_went_wrong_is_invalid_and_not_passed() {
        forged.withoutKill();

        assertThat(forged.verdict().faults()).isEmpty();
        assertThat(forged.verdict().result()).isEqualTo(Verdict.Result.INVALID);
        assertThat(forged.verdict().holds()).isFalse();
    }

    @Test
    void c1_finds_an_acknowledged_job_that_is_not_there() {
        forged.gone("job3").unsaid("job3").say("20 acknowledged a3 job3 - added ;");

        assertFound("C1", "was acknowledged and is not in the file");
    }

    @Test
    void c2_finds_what_was_rolled_back_and_is_there_all_the_same() {
        forged.say("20 refused a6 ;", "11 started job6 1 60 500 - work6 ;", "11 ended job6 1 60 done - ;")
                .work("job6", "order", "work6", "-", NOWHERE, attempt(1, 60, "DONE"));

        assertFound("C2", "all who wanted work6 were refused");
    }

    @Test
    void c2_finds_a_job_that_ran_and_that_nobody_wanted() {
        forged.say("11 started job8 1 60 500 - work8 ;", "11 ended job8 1 60 done - ;");

        assertFound("C2", "ran, and nobody enqueued it");
    }

    @Test
    void c3_finds_a_fence_that_did_not_rise() {
        forged.attempts("flaky", attempt(1, 6, "FAILED"), attempt(2, 6, "DONE"));

        assertFound("C3", "was claimed under fence 6 after fence 6");
    }

    @Test
    void c3_finds_a_claim_while_the_one_before_it_held() {
        forged.attempts(
                "flaky",
                new Archive.Attempt(20, 1, 2, "FAILED", 2_000, 9_000),
                new Archive.Attempt(60, 2, 6, "DONE", 6_000, 9_500));

        assertFound("C3", "was claimed again before attempt 1 had ended");
    }

    @Test
    void c4_finds_two_handlers_of_one_job_at_once() {
        forged.instead("11 ended job3 1 52 done - ;")
                .say(
                        "11 started job3 2 60 500 - work3 ;",
                        "11 ended job3 1 52 done - ;",
                        "11 ended job3 2 60 done - ;");

        assertFound("C4", "ran twice at once");
    }

    @Test
    void c5_finds_a_job_that_overtook_another_of_its_lane() {
        forged.instead("11 started job1 1 50 500 books#1 work1 ;")
                .instead("11 ended job1 1 50 done books#1 ;")
                .say("11 started job1 1 50 500 books#1 work1 ;", "11 ended job1 1 50 done books#1 ;");

        assertFound("C5", "lane books, number 2: began, and it was the turn of books#1");
    }

    @Test
    void c6_finds_a_gap_in_the_numbers_of_a_lane() {
        forged.turn("job2", "books#3");

        assertFound("C6", "lane books, number 2: there is no job with this number");
    }

    @Test
    void c6_finds_a_number_that_is_smaller_than_one_that_was_answered_before() {
        forged.instead("20 acknowledged a1 job1 books#1 added ;", "20 acknowledged a1 job1 books#2 added ;")
                .instead("20 acknowledged a2 job2 books#2 added ;", "20 acknowledged a2 job2 books#1 added ;");

        assertFound("C6", "books#1 was given out after number 2");
    }

    @Test
    void c7_finds_an_attempt_that_was_changed_afterwards() {
        forged.snapshot(Map.of("7", "job1 1 50 DONE")).snapshot(Map.of("7", "job1 1 50 FAILED"));

        assertFound("C7", "attempt 7: was changed from: job1 1 50 DONE to: job1 1 50 FAILED");
    }

    @Test
    void c7_finds_an_attempt_that_was_erased() {
        forged.snapshot(Map.of("7", "job1 1 50 DONE")).snapshot(Map.of());

        assertFound("C7", "attempt 7: was erased");
    }

    @Test
    void c7_finds_an_attempt_with_two_endings_and_one_that_is_missing() {
        forged.attempts("flaky", attempt(1, 2, "FAILED"), attempt(1, 3, "FAILED"), attempt(2, 6, "DONE"));
        assertFound("C7", "has two endings of attempt 1");

        forged.attempts("flaky", attempt(2, 6, "DONE"));
        assertFound("C7", "has attempt 2 as number 1 in the archive");
    }

    @Test
    void c8_finds_two_outcomes_of_one_job() {
        forged.say("11 started job3 2 60 500 - work3 ;", "11 ended job3 2 60 done - ;")
                .attempts("job3", attempt(1, 52, "DONE"), attempt(2, 60, "DONE"));

        assertFound("C8", "has 2 outcomes in the archive");
    }

    @Test
    void c8_finds_a_cancelled_job_that_nobody_wanted_cancelled() {
        forged.instead("20 asks job7 cancel ;");

        assertFound("C8", "no operator asked for that");
    }

    @Test
    void c9_finds_another_body_that_was_accepted_for_a_key() {
        forged.instead("20 refused a4 ;", "20 acknowledged a4 job3 - existing ;");

        assertFound("C9", "was the answer to work4 with the key of work3");
    }

    @Test
    void c9_finds_a_second_job_for_one_key() {
        forged.say(
                        "20 invoked a8 work3 order key1 - done 0 ;",
                        "20 acknowledged a8 job8 - added ;",
                        "11 started job8 1 60 500 - work3 ;",
                        "11 ended job8 1 60 done - ;")
                .work("job8", "order", "work3", "-", NOWHERE, attempt(1, 60, "DONE"));

        assertFound("C9", "has the key key1, and so has job3");
        assertFound("C9", "is the work work3, and so is job3");
    }

    @Test
    void c10_finds_that_not_all_was_over_in_time() {
        forged.say("1 healed ;");
        assertFound("C10", "not all was over in the end");
    }

    @Test
    void c10_finds_a_job_that_is_left_in_nobodys_hands() {
        forged.places("job3", 0, 1, 0);

        assertFound("C10", "is in somebody's hands, and there is nobody");
    }

    @Test
    void c10_finds_a_lane_that_stands_still_in_silence() {
        forged.blocks("broken");
        assertFound("C10", "keeps its lane waiting, and nobody was told");

        forged.say("11 alerted broken ;");
        assertThat(forged.verdict().faults()).isEmpty();
    }

    @Test
    void the_report_has_the_story_of_the_first_finding_and_how_to_play_it_again() {
        forged.gone("job3");

        List<String> report = Report.of(forged.verdict(), forged.account(), forged.archive(), "mvn -Dseed=7");

        assertThat(report)
                .anyMatch(line -> line.contains("11 started job3 1 52 500 - work3"))
                .anyMatch(line -> line.contains("1 killed 10"))
                .noneMatch(line -> line.contains("started job1"))
                .contains("replay: mvn -Dseed=7");
    }
}
