package dev.baton.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import dev.baton.checker.Archive.Places;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A process that stood still for so long that another had to take its job, and what it says when it is back; here the clocks of log
 * and archive show the same.
 */
class SilenceCheckTest {

    private static final Attempt LOST = new Attempt(1, 1, 3, "ORPHANED", "LOST", 1_000_000, 9_000_000);
    private static final Attempt DONE = new Attempt(2, 2, 4, "DONE", 10_000_000, 10_100_000);

    /** Seconds, and what is said then. */
    private static String at(double seconds, String entry) {
        return entry.replaceFirst(" ", " " + (long) (seconds * 1e9) + " ");
    }

    private static Verdict verdict(List<String> log, Set<Archive.Action> actions, Attempt... attempts) {
        var job = new Job("job", "wire.send", "", Turn.NONE, new Places(0, 0, 0), List.of(attempts));
        return Checker.check(Account.of(List.of(log)), new Archive(Map.of("job", job), actions), new Plan(0, Set.of()));
    }

    private static Verdict verdict(List<String> log, Attempt... attempts) {
        return verdict(log, Set.of(), attempts);
    }

    private static List<String> zombie(double stopped, double resumed) {
        return new ArrayList<>(List.of(
                at(0.5, "1 enqueued job wire.send done 0 - - ;"),
                at(1, "10 started job 1 3 1000000 - ;"),
                at(stopped, "1 stopped 10 ;"),
                at(resumed, "1 resumed 10 ;"),
                at(10, "11 started job 2 4 10000000 - ;"),
                at(10.05, "10 ended job 1 3 done - ;"),
                at(10.1, "11 ended job 2 4 done - ;")));
    }

    @Test
    void who_was_silent_when_its_job_was_lost_may_run_on_beside_the_next() {
        assertThat(verdict(zombie(2, 10.02), LOST, DONE).findings()).isEmpty();
    }

    @Test
    void who_was_silent_at_another_time_has_not_lost_its_job_by_that() {
        Verdict verdict = verdict(zombie(2, 2.5), LOST, DONE);

        assertThat(verdict.findings())
                .extracting(Finding::toString)
                .anyMatch(finding -> finding.startsWith("C3") && finding.contains("neither killed nor silent"))
                .anyMatch(finding -> finding.startsWith("C4") && finding.contains("ran twice at once"));
    }

    @Test
    void the_word_of_who_had_lost_its_job_is_not_archived_as_an_end() {
        assertThat(verdict(zombie(2, 10.02), new Attempt(1, 1, 3, "DONE", 1_000_000, 10_050_000), DONE)
                        .findings())
                .extracting(Finding::rule)
                .contains("C8");
    }

    /** It stood still between its last look and its handler, which begins when another has ended. */
    private static List<String> late(String taken) {
        return new ArrayList<>(List.of(
                at(0.5, "1 enqueued job wire.send done 0 - - ;"),
                at(2, "1 stopped 10 ;"),
                at(9, taken),
                at(10, "11 started job 2 4 10000000 - ;"),
                at(10.1, "11 ended job 2 4 done - ;"),
                at(11, "1 resumed 10 ;"),
                at(11.1, "10 started job 1 3 11100000 - ;"),
                at(11.2, "10 ended job 1 3 done - ;")));
    }

    @Test
    void who_stood_still_before_its_handler_may_begin_after_who_took_its_job() {
        assertThat(verdict(late("1 fault none ;"), LOST, DONE).findings()).isEmpty();
    }

    @Test
    void who_was_killed_by_hand_before_its_handler_began_may_begin_after_the_next() {
        var killed = new Attempt(1, 1, 3, "KILLED", "KILL", 1_000_000, 9_000_000);

        assertThat(verdict(late("12 asks job kill ;"), Set.of(new Archive.Action("KILL", "job")), killed, DONE)
                        .findings())
                .isEmpty();
    }

    @Test
    void who_begins_under_an_older_fence_than_the_run_before_it_has_doubled_it() {
        var failed = new Attempt(1, 1, 3, "FAILED", 1_000_000, 9_000_000);
        List<String> log = late("1 fault none ;");
        log.set(7, at(11.2, "10 ended job 1 3 failed - ;"));

        assertThat(verdict(log, failed, DONE).findings())
                .extracting(Finding::toString)
                .anyMatch(finding -> finding.startsWith("C3") && finding.contains("under a fence that is not larger"));
    }

    @Test
    void whoever_is_resumed_without_having_been_stopped_makes_no_sense() {
        List<String> log = zombie(2, 10.02);
        log.add(at(11, "1 resumed 12 ;"));

        assertThat(verdict(log, LOST, DONE).findings())
                .extracting(Finding::rule)
                .containsExactly("LOG");
    }

    @Test
    void a_handler_whose_commit_was_not_answered_may_be_done_or_not() {
        List<String> log = List.of(
                at(0.5, "1 enqueued job wire.send done 0 - - ;"),
                at(1, "10 started job 1 3 1000000 - ;"),
                at(1.1, "10 ended job 1 3 done - ;"),
                at(1.2, "10 ended job 1 3 unknown - ;"),
                at(2, "10 started job 2 4 2000000 - ;"),
                at(2.1, "10 ended job 2 4 done - ;"));
        var failed = new Attempt(1, 1, 3, "FAILED", "FINISH_NOT_COMMITTED", 1_000_000, 1_300_000);

        assertThat(verdict(log, failed, DONE).faults()).containsExactly();
        assertThat(verdict(log.subList(0, 4), new Attempt(1, 1, 3, "DONE", 1_000_000, 1_200_000))
                        .faults())
                .isEmpty();
    }

    @Test
    void what_was_held_ends_as_done_only_if_an_operator_said_so() {
        var log = new ArrayList<>(List.of(
                at(0.5, "1 enqueued job wire.send done 0 - - ;"),
                at(1, "10 started job 1 3 1000000 - ;"),
                at(1.1, "10 ended job 1 3 left - ;")));
        var held = new Attempt(1, 1, 3, "HELD", "INTERRUPTED", 1_000_000, 1_100_000);
        var confirmed = new Attempt(2, 0, 0, "DONE", "CONFIRM", 2_000_000, 2_000_000);

        assertThat(verdict(log, held, confirmed).faults())
                .anyMatch(fault -> fault.contains("archived as DONE, and no operator asked for that"));

        log.add(at(2, "1 asks job confirm ;"));
        assertThat(verdict(log, Set.of(new Archive.Action("CONFIRM", "job")), held, confirmed)
                        .faults())
                .isEmpty();
    }

    @Test
    void what_was_killed_was_killed_by_an_operator() {
        List<String> log = List.of(
                at(0.5, "1 enqueued job wire.send any 0 - - ;"),
                at(1, "10 started job 1 3 1000000 - ;"),
                at(1.1, "10 ended job 1 3 left - ;"));
        var killed = new Attempt(1, 1, 3, "KILLED", "KILL", 1_000_000, 1_100_000);
        var cancelled = new Attempt(2, 0, 0, "CANCELLED", "KILL", 1_100_000, 1_100_000);

        assertThat(verdict(log, killed, cancelled).faults())
                .anyMatch(fault -> fault.contains("archived as KILLED, and no operator asked for that"));
    }
}
