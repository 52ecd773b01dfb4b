package dev.baton.checker;

import static dev.baton.checker.Forged.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The checker against lanes that were tampered with: whatever is out of order, it says so and counts it. */
class LaneCheckTest {

    private final Forged forged = new Forged();

    private static void assertOutOfOrder(Forged tampered, int places, String fault) {
        Verdict verdict = tampered.verdict();
        assertThat(verdict.faults()).anySatisfy(text -> assertThat(text).contains(fault));
        assertThat(verdict.outOfOrder()).as(verdict.faults().toString()).isEqualTo(places);
        assertThat(verdict.holds()).isFalse();
    }

    private static void assertFault(Forged tampered, String fault) {
        assertThat(tampered.verdict().faults())
                .anySatisfy(text -> assertThat(text).contains(fault));
    }

    // Numbers.

    @Test
    void a_number_that_no_job_has_is_a_gap_in_its_lane() {
        assertOutOfOrder(
                forged.gone("sync3").unsaid("sync3"),
                1,
                "lane chain, number 3: there is no job with this number, and one with 4");
    }

    @Test
    void a_lane_that_does_not_begin_with_one_has_a_gap() {
        assertOutOfOrder(
                forged.gone("pay1").unsaid("pay1"), 1, "lane acct, number 1: there is no job with this number");
    }

    @Test
    void a_number_that_two_jobs_of_a_lane_have_is_out_of_order() {
        assertOutOfOrder(
                forged.instead(
                                "1 enqueued sync4 chain.sync done 100 - chain#4 ;",
                                "1 enqueued sync4 chain.sync done 100 - chain#3 ;")
                        .instead("11 started sync4 1 33 300 chain#4 ;", "11 started sync4 1 33 300 chain#3 ;")
                        .instead("11 ended sync4 1 33 done chain#4 ;", "11 ended sync4 1 33 done chain#3 ;")
                        .turn("sync4", "chain#3"),
                1,
                "lane chain, number 3: job sync4 has a number that is not its own");
    }

    @Test
    void a_job_whose_number_is_not_the_acknowledged_one_is_out_of_order() {
        assertOutOfOrder(
                forged.instead(
                        "1 enqueued pay4 payment.send done 100 - acct#4 ;",
                        "1 enqueued pay4 payment.send done 100 - acct#5 ;"),
                1,
                "was acknowledged as acct#5 and is in the file as acct#4");
    }

    @Test
    void a_handler_that_was_told_another_number_is_out_of_order() {
        assertOutOfOrder(
                forged.instead("11 started pay4 1 27 300 acct#4 ;", "11 started pay4 1 27 300 acct#5 ;")
                        .instead("11 ended pay4 1 27 done acct#4 ;", "11 ended pay4 1 27 done acct#5 ;"),
                1,
                "ran as acct#5 and is in the file as acct#4");
    }

    // Strict lanes.

    @Test
    void a_job_that_begins_before_the_one_before_it_said_that_it_is_done_overtakes_it() {
        assertOutOfOrder(
                forged.instead("10 started pay2 1 23 200 acct#2 ;")
                        .instead(
                                "10 ended pay1 3 22 done acct#1 ;",
                                "10 started pay2 1 23 200 acct#2 ;",
                                "10 ended pay1 3 22 done acct#1 ;"),
                1,
                "lane acct, number 2: began before acct#1 was over");
    }

    @Test
    void a_job_that_begins_while_the_one_before_it_is_to_be_tried_again_overtakes_it() {
        assertOutOfOrder(
                forged.instead("10 started pay2 1 23 200 acct#2 ;")
                        .instead(
                                "10 started pay1 2 21 200 acct#1 ;",
                                "10 started pay2 1 23 200 acct#2 ;",
                                "10 started pay1 2 21 200 acct#1 ;"),
                2,
                "lane acct, number 2: began before acct#1 was over");
    }

    @Test
    void a_job_that_begins_again_after_its_successor_began_is_out_of_order_even_if_it_was_lost() {
        assertOutOfOrder(
                forged.instead(
                                "11 started pay2 2 24 300 acct#2 ;",
                                "11 started pay1 4 23 300 acct#1 ;",
                                "11 ended pay1 4 23 done acct#1 ;",
                                "11 started pay2 2 24 300 acct#2 ;")
                        .attempts(
                                "pay1",
                                attempt(1, 20, "FAILED"),
                                attempt(2, 21, "SNOOZED"),
                                attempt(3, 22, "ORPHANED"),
                                attempt(4, 23, "DONE")),
                1,
                "lane acct, number 1: began after acct#2 had begun");
    }

    @Test
    void a_job_that_begins_behind_a_dead_one_before_anybody_skipped_that_overtakes_it() {
        assertOutOfOrder(
                forged.instead("1 asks pay3 skip ;").say("1 asks pay3 skip ;"),
                1,
                "lane acct, number 4: began before acct#3 was over");
    }

    @Test
    void a_job_that_begins_when_it_is_the_turn_of_one_that_never_ran_is_out_of_order() {
        assertOutOfOrder(
                forged.instead("10 started sync1 1 30 200 chain#1 ;")
                        .instead("10 ended sync1 1 30 done chain#1 ;")
                        .say("11 started sync1 1 30 400 chain#1 ;", "11 ended sync1 1 30 done chain#1 ;"),
                2,
                "lane chain, number 2: began, and it was the turn of chain#1");
    }

    @Test
    void what_a_kill_repeats_of_a_lane_is_out_of_order_where_nothing_is_replayable() {
        assertOutOfOrder(forged.strict(), 1, "lane chain, number 2: began after chain#3 had begun");
    }

    // Replayable lanes.

    @Test
    void a_crash_that_leaves_out_one_of_those_it_repeats_is_out_of_order() {
        assertOutOfOrder(
                forged.instead("11 started sync2 2 31 300 chain#2 ;")
                        .instead("11 ended sync2 2 31 done chain#2 ;")
                        .say("11 started sync2 2 31 300 chain#2 ;", "11 ended sync2 2 31 done chain#2 ;"),
                1,
                "lane chain, number 2: began after chain#4 had begun");
    }

    @Test
    void a_crash_after_which_a_lane_goes_back_and_then_jumps_is_out_of_order() {
        assertOutOfOrder(
                forged.instead("11 started sync3 2 32 300 chain#3 ;")
                        .instead("11 ended sync3 2 32 done chain#3 ;")
                        .attempts("sync3", attempt(1, 30, "DONE")),
                2,
                "lane chain, number 4: began, and it was the turn of chain#3");
    }

    @Test
    void a_lane_that_goes_back_in_a_process_that_was_not_killed_is_out_of_order() {
        assertOutOfOrder(
                forged.say("11 started sync3 3 40 400 chain#3 ;", "11 ended sync3 3 40 done chain#3 ;")
                        .attempts(
                                "sync3", attempt(1, 30, "ORPHANED"), attempt(2, 32, "FAILED"), attempt(3, 40, "DONE")),
                2,
                "lane chain, number 3: began after chain#4 had begun");
    }

    @Test
    void two_handlers_of_a_replayable_lane_at_once_are_out_of_order() {
        assertOutOfOrder(
                forged.instead("11 ended sync3 2 32 done chain#3 ;").say("11 ended sync3 2 32 done chain#3 ;"),
                1,
                "lane chain, number 4: began before chain#3 was over");
    }

    // Ends.

    @Test
    void a_job_that_is_archived_as_done_before_one_with_a_smaller_number_is_out_of_order() {
        assertOutOfOrder(
                forged.attempts("sync3", attempt(1, 30, "ORPHANED"), new Archive.Attempt(305, 2, 32, "DONE", 0, 0)),
                1,
                "lane chain, number 3: is archived as DONE before one with a smaller number");
    }

    @Test
    void one_that_was_skipped_before_its_turn_came_is_in_order() {
        Verdict verdict = forged.unsaid("pay3")
                .instead("1 enqueued pay4 payment.send done 100 - acct#4 ;")
                .instead(
                        "10 started plain 1 1 200 - ;",
                        "1 enqueued pay3 payment.send skipped 100 - acct#3 ;",
                        "1 enqueued pay4 payment.send done 100 - acct#4 ;",
                        "1 asks pay3 skip ;",
                        "10 started plain 1 1 200 - ;")
                .attempts("pay3", new Archive.Attempt(1, 0, 0, "CANCELLED", 0, 0))
                .verdict();

        assertThat(verdict.faults()).isEmpty();
    }

    // Operators.

    @Test
    void a_skip_that_no_operator_asked_for_is_out_of_order() {
        assertOutOfOrder(
                forged.instead("1 asks pay3 skip ;"), 2, "is archived as CANCELLED, and no operator asked for that");
        assertFault(forged, "job pay3: SKIP is on record, and no operator asked for it");
    }

    @Test
    void a_retry_that_no_operator_asked_for_is_out_of_order() {
        assertOutOfOrder(
                forged.instead("1 asks pay2 retry ;"), 1, "is archived as RETRIED, and no operator asked for that");
        assertFault(forged, "ran again though nothing had failed and nobody was killed");
    }

    @Test
    void a_command_that_is_not_on_record_is_pointed_out() {
        assertFault(forged.unrecorded("SKIP", "pay3"), "job pay3: an operator asked for SKIP, which is not on record");
        assertFault(
                new Forged().recorded("SKIP", "plain"), "job plain: SKIP is on record, and no operator asked for it");
    }

    @Test
    void a_job_that_was_to_be_done_and_was_skipped_is_pointed_out() {
        assertFault(
                forged.instead(
                        "1 enqueued pay3 payment.send skipped 100 - acct#3 ;",
                        "1 enqueued pay3 payment.send done 100 - acct#3 ;"),
                "was to end as DONE and ended as CANCELLED");
    }
}
