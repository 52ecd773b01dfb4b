package dev.baton.checker;

import static dev.baton.checker.Forged.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Archive.Places;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The checker against logs and archives that were tampered with: whatever is not as promised, it says so. */
class CheckerTest {

    private final Forged forged = new Forged();

    private void assertFault(Forged tampered, String fault) {
        Verdict verdict = tampered.verdict();
        assertThat(verdict.faults()).anySatisfy(text -> assertThat(text).contains(fault));
        assertThat(verdict.holds()).isFalse();
    }

    private void assertLost(Forged tampered, String fault) {
        assertFault(tampered, fault);
        assertThat(tampered.verdict().lost()).isEqualTo(1);
    }

    private void assertDoubled(Forged tampered, String fault) {
        assertFault(tampered, fault);
        assertThat(tampered.verdict().doubled()).isEqualTo(1);
    }

    @Test
    void a_log_and_an_archive_that_agree_are_counted_and_hold() {
        Verdict verdict = forged.verdict();

        assertThat(verdict.faults()).isEmpty();
        assertThat(verdict.holds()).isTrue();
        assertThat(verdict)
                .isEqualTo(
                        new Verdict(new Verdict.Jobs(14, 12, 1, 1), 0, 0, 0, 1, 1, List.of(), Verdict.Result.PASSED));
    }

    // Lost.

    @Test
    void a_job_that_was_acknowledged_and_is_not_in_the_file_is_lost() {
        assertLost(forged.gone("keyed"), "is not in the file");
    }

    @Test
    void a_job_that_is_still_pending_in_the_end_is_lost() {
        assertLost(
                forged.attempts("flaky", attempt(1, 2, "FAILED")).places("flaky", 1, 0, 0),
                "has no outcome in the archive; its attempts: FAILED");
    }

    @Test
    void a_job_that_was_given_up_after_crashes_is_lost() {
        assertLost(
                forged.attempts("cut", attempt(1, 3, "ORPHANED")).places("cut", 0, 0, 1),
                "has no outcome in the archive; its attempts: ORPHANED");
    }

    // Doubled.

    @Test
    void a_job_with_two_outcomes_in_the_archive_is_doubled() {
        assertDoubled(
                forged.attempts("said", attempt(1, 3, "DONE"), attempt(2, 5, "DONE")),
                "has 2 outcomes in the archive: DONE, DONE");
    }

    @Test
    void a_job_that_is_over_and_stands_to_run_again_is_doubled() {
        assertDoubled(forged.places("plain", 1, 0, 0), "is over, and will run again");
        assertDoubled(new Forged().places("plain", 0, 1, 0), "is over, and will run again");
    }

    @Test
    void a_job_that_was_tried_again_after_it_was_over_is_doubled() {
        assertDoubled(
                forged.attempts("plain", attempt(1, 1, "DONE"), attempt(2, 9, "FAILED")),
                "was tried again after it was over: DONE, FAILED");
    }

    @Test
    void a_job_that_ran_again_without_a_failure_or_a_kill_is_doubled() {
        assertDoubled(
                forged.say("11 started keyed 2 9 400 - ;", "11 ended keyed 2 9 done - ;")
                        .attempts("keyed", attempt(1, 7, "ORPHANED"), attempt(2, 9, "DONE")),
                "ran again though nothing had failed and nobody was killed");
    }

    @Test
    void a_job_that_ran_again_after_the_kill_of_another_process_is_doubled() {
        assertDoubled(
                forged.instead("10 started said 1 3 200 - ;", "12 started said 1 3 200 - ;")
                        .instead("10 ended said 1 3 done - ;", "12 ended said 1 3 done - ;"),
                "ran again though nothing had failed and nobody was killed");
    }

    @Test
    void a_job_that_ran_twice_at_once_is_doubled() {
        assertDoubled(
                forged.instead("11 ended flaky 2 6 done - ;")
                        .say(
                                "12 started flaky 3 9 400 - ;",
                                "11 ended flaky 2 6 done - ;",
                                "12 ended flaky 3 9 done - ;"),
                "ran twice at once");
    }

    @Test
    void a_second_run_under_the_same_fence_is_doubled() {
        assertDoubled(
                forged.say("11 started keyed 1 7 400 - ;", "11 ended keyed 1 7 done - ;"),
                "ran again under a fence that is not larger");
    }

    @Test
    void two_jobs_of_one_key_are_doubled() {
        assertDoubled(
                forged.say("1 enqueued other wallet.sync done 150 w1 - ;", "11 started other 1 9 400 - ;")
                        .say("11 ended other 1 9 done - ;")
                        .put("other", "wallet.sync", "w1", new Places(0, 0, 0), attempt(1, 9, "DONE")),
                "has the key w1, and so has keyed");
    }

    // Not what the handlers said.

    @Test
    void a_done_job_whose_handler_never_came_to_its_end_is_pointed_out() {
        assertFault(
                forged.instead("10 ended plain 1 1 done - ;"),
                "attempt 1 under fence 1 is archived as DONE, and no handler said so; they said: no end under fence 1");
    }

    @Test
    void a_done_job_that_no_handler_ever_began_is_pointed_out() {
        assertFault(
                forged.instead("10 started plain 1 1 200 - ;").instead("10 ended plain 1 1 done - ;"),
                "no handler said so; they said: nothing");
    }

    @Test
    void an_end_without_a_beginning_is_pointed_out() {
        assertFault(
                forged.instead("10 started plain 1 1 200 - ;"),
                "log: no run fits this entry: 10 ended plain 1 1 done - ;");
    }

    @Test
    void a_job_that_is_done_under_another_fence_than_its_handler_had_is_pointed_out() {
        assertFault(
                forged.attempts("plain", attempt(1, 9, "DONE")),
                "attempt 1 under fence 9 is archived as DONE, and no handler said so; they said: DONE under fence 1");
    }

    @Test
    void a_stale_outcome_that_was_archived_instead_of_the_one_that_counts_is_pointed_out() {
        assertFault(forged.attempts("said", attempt(1, 3, "DONE")), "under fence 5, which is not in the archive");
    }

    @Test
    void an_attempt_that_failed_by_its_handlers_word_and_is_archived_as_done_is_pointed_out() {
        assertFault(
                forged.instead("10 ended plain 1 1 done - ;", "10 ended plain 1 1 failed - ;"),
                "is archived as DONE, and no handler said so");
    }

    @Test
    void a_run_that_is_archived_as_lost_though_its_process_lived_on_is_pointed_out() {
        assertFault(
                forged.instead("11 started flaky 2 6 300 - ;", "11 started flaky 2 5 300 - ;")
                        .instead("11 ended flaky 2 6 done - ;", "11 ended flaky 2 5 failed - ;")
                        .say("11 started flaky 3 9 400 - ;", "11 ended flaky 3 9 done - ;")
                        .attempts("flaky", attempt(1, 2, "FAILED"), attempt(2, 5, "ORPHANED"), attempt(3, 9, "DONE")),
                "is archived as lost, and its process was neither killed nor silent");
    }

    @Test
    void a_run_that_is_archived_as_given_back_is_pointed_out() {
        assertFault(
                forged.attempts("flaky", attempt(1, 2, "RELEASED"), attempt(2, 6, "DONE")),
                "is archived as RELEASED, and its handler ran");
    }

    // Not as designed.

    @Test
    void a_job_that_is_dead_and_was_not_to_die_is_pointed_out() {
        assertFault(
                forged.instead("10 ended plain 1 1 done - ;", "10 ended plain 1 1 dead - ;")
                        .attempts("plain", attempt(1, 1, "DEAD"))
                        .places("plain", 0, 0, 1),
                "was to end as DONE and ended as DEAD");
        assertThat(forged.verdict().jobs().deadAsDesigned()).isEqualTo(1);
    }

    @Test
    void a_job_that_is_done_and_was_to_die_is_pointed_out() {
        assertFault(
                forged.instead("11 ended broken 1 8 dead - ;", "11 ended broken 1 8 done - ;")
                        .attempts("broken", attempt(1, 8, "DONE"))
                        .places("broken", 0, 0, 0),
                "was to end as DEAD and ended as DONE");
    }

    @Test
    void a_dead_job_that_is_not_parked_for_people_to_see_is_pointed_out() {
        assertFault(forged.places("broken", 0, 0, 0), "is dead, and not parked");
        assertFault(new Forged().places("plain", 0, 0, 1), "ended as DONE, and is parked");
    }

    @Test
    void a_job_that_began_before_its_time_is_pointed_out() {
        assertFault(
                forged.instead(
                        "1 enqueued plain payment.send done 100 - - ;",
                        "1 enqueued plain payment.send done 5200 - - ;"),
                "began 5 ms before its time");
    }

    // Strangers, kills and the log itself.

    @Test
    void a_job_that_nobody_enqueued_is_pointed_out() {
        assertFault(
                forged.instead("1 enqueued plain payment.send done 100 - - ;"),
                "job plain: is in the file, and nobody enqueued it");
    }

    @Test
    void a_process_that_went_on_after_it_was_killed_is_pointed_out() {
        assertFault(forged.say("10 started plain 2 9 400 - ;"), "process 10: went on after it was killed");
    }

    @Test
    void kills_that_were_not_made_or_not_survived_are_pointed_out() {
        assertFault(forged.instead("1 killed 10 ;"), "1 were planned, and 0 were survived");
        assertFault(new Forged().say("1 killed 11 ;"), "process 11: was killed, and nothing ran after that");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"11 ended ;", "x started plain 1 1 200 - ;", "11 sang plain 1 1 200 ;", "11 ended plain 1 1 ;"})
    void an_entry_that_makes_no_sense_is_pointed_out(String line) {
        assertFault(forged.say(line), "log: no run fits this entry: " + line);
    }

    @Test
    void more_entries_cut_off_than_processes_killed_are_pointed_out() {
        assertFault(forged.say("11 ended pla"), "log: 2 entries are cut off, by 1 kills");
    }
}
