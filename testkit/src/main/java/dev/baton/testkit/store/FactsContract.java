package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand.Act;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept with every attempt, however it ended: who had it, and what its handler told of it. */
abstract class FactsContract {

    private static final Optional<String> FACTS =
            Optional.of("{\"rail\":\"sepa\",\"words\":\"\u00e9t\u00e9 'x' \ud83d\ude00\"}");

    abstract StoreUnderTest it();

    private Claim claim() {
        it().add();
        return it().claimOne();
    }

    private static Finish of(Claim claim, Ending ending) {
        return new Finish(claim.id(), claim.fence(), ending, FACTS);
    }

    private void finish(Claim claim, Ending ending) {
        Asking.finish(it().store, List.of(of(claim, ending)), it().now());
    }

    private AttemptView last(JobId job) {
        return it().find(job).last().orElseThrow();
    }

    private void assertKept(JobId job, Kind kind, NodeId node) {
        AttemptView last = last(job);
        assertThat(last.kind()).isEqualTo(kind);
        assertThat(last.node()).as("%s", kind).contains(node);
        assertThat(last.detail().facts()).as("%s", kind).isEqualTo(FACTS);
        assertThat(it().store.attempts(job)).endsWith(last);
    }

    @Test
    @Tag("R-003-54")
    void an_attempt_keeps_who_had_it_and_what_was_told_of_it_however_it_ended() {
        Instant later = it().now().plusSeconds(60);
        List<Ending> endings = List.of(
                done(),
                new Ending.Retry(later, "BUSY", ""),
                new Ending.Snooze(later),
                new Ending.Dead("NEVER", ""),
                new Ending.Held("NO_ANSWER", ""),
                new Ending.Unknown(later, "NO_ANSWER", "", true),
                new Ending.Unknown(later, "NO_ANSWER", "", false),
                new Ending.Cancelled(),
                new Ending.Released());
        List<Kind> kinds = List.of(
                Kind.DONE,
                Kind.FAILED,
                Kind.SNOOZED,
                Kind.DEAD,
                Kind.HELD,
                Kind.UNKNOWN,
                Kind.UNDECIDED,
                Kind.CANCELLED,
                Kind.RELEASED);
        for (int i = 0; i < endings.size(); i++) {
            Claim claim = claim();

            finish(claim, endings.get(i));

            assertKept(claim.id(), kinds.get(i), it().node());
        }
    }

    @Test
    void an_attempt_that_tells_nothing_has_no_facts_and_who_had_it_is_kept_all_the_same() {
        Claim claim = claim();

        it().finish(claim, done());

        assertThat(last(claim.id()).detail().facts()).isEmpty();
        assertThat(last(claim.id()).node()).contains(it().node());
    }

    @Test
    void what_is_told_when_somebody_wanted_it_cancelled_meanwhile_is_kept() {
        Claim claim = claim();
        it().command(claim.id(), Act.CANCEL);

        finish(claim, it().retryIn(Duration.ZERO));

        assertKept(claim.id(), Kind.CANCELLED, it().node());
    }

    @Test
    @Tag("R-003-65")
    void a_lost_attempt_keeps_the_node_that_lost_it_and_not_the_one_that_found_that() {
        it().add();
        Claim rerun = it().claimOne();
        it().add();
        Claim asked = it().claimOne(LIMITS.onCrash(CrashPolicy.RECONCILE));
        it().add();
        Claim held = it().claimOne(LIMITS.onCrash(CrashPolicy.HOLD));
        NodeId lost = it().node();

        it().loseNode();

        for (Claim claim : List.of(rerun, asked, held)) {
            assertThat(last(claim.id()).kind()).isEqualTo(Kind.ORPHANED);
            assertThat(last(claim.id()).node()).contains(lost);
            assertThat(last(claim.id()).detail().facts()).isEmpty();
        }
    }

    @Test
    void what_happens_without_an_attempt_has_neither() {
        JobId job = it().add();

        it().command(job, Act.CANCEL);

        assertThat(last(job).node()).isEmpty();
        assertThat(last(job).detail().facts()).isEmpty();
    }

    @Test
    void an_attempt_that_somebody_killed_keeps_who_had_it() {
        Claim claim = claim();

        it().command(claim.id(), Act.KILL);

        AttemptView killed = it().store.attempts(claim.id()).get(0);
        assertThat(killed.kind()).isEqualTo(Kind.KILLED);
        assertThat(killed.node()).contains(it().node());
    }

    @Test
    void each_of_a_strict_run_keeps_its_own() {
        it().addTo("alice", 3);
        List<Claim> run = it().claim(LIMITS, 3);

        run.forEach(claim -> finish(claim, done()));

        assertThat(run).hasSize(3).allSatisfy(claim -> assertKept(claim.id(), Kind.DONE, it().node()));
    }

    @Test
    void one_that_was_out_of_turn_keeps_them_and_is_told_the_same_again() {
        it().addTo("alice", 2);
        Claim second = it().claim(LIMITS.replayed(), 2).get(1);

        finish(second, done());

        assertKept(second.id(), Kind.RELEASED, it().node());
        assertThat(Asking.finish(it().store, List.of(of(second, done())), it().now())
                        .get(0)
                        .answer())
                .isEqualTo(Finished.Answer.OUT_OF_TURN);
    }

    @Test
    void an_end_in_a_transaction_of_the_handlers_keeps_them() {
        Claim claim = claim();

        try (CallerTransaction transaction = it().begin()) {
            it().store.finish(transaction.handle(), of(claim, done()), it().now());
            transaction.commit();
        }

        assertKept(claim.id(), Kind.DONE, it().node());
    }
}
