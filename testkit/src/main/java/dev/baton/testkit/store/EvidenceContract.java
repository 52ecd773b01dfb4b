package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.assertRefused;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.ParkedHead;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.EvidenceLog.Point;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.HeldFirst;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Evidence: what is written down about witnessed jobs is appended to chains, with what it is about or not at all. */
@Tag("R-003-14")
abstract class EvidenceContract {

    private static final String ALICE = EvidenceEntry.chainOf("alice");

    abstract StoreUnderTest it();

    private NewJob witnessed(String lane) {
        NewJob job = it().inLane(lane);
        return job.with(new NewJob.Care(true, Optional.empty()));
    }

    private JobId add(String lane) {
        return it().insert(witnessed(lane)).id();
    }

    /** All entries, of which none is wrong. */
    private Map<String, List<EvidenceEntry>> entries() {
        var chains = new TreeMap<String, List<EvidenceEntry>>();
        var findings = new ArrayList<EvidenceFinding>();
        Evidence.of(it().store).verify(new Evidence.Listener() {
            @Override
            public void entry(EvidenceEntry entry) {
                chains.computeIfAbsent(entry.chain(), any -> new ArrayList<>()).add(entry);
            }

            @Override
            public void found(EvidenceFinding finding) {
                findings.add(finding);
            }
        });
        assertThat(findings).isEmpty();
        return chains;
    }

    private List<EvidenceEntry> entriesOf(String chain) {
        return entries().getOrDefault(chain, List.of());
    }

    private List<String> kinds(String chain) {
        return entriesOf(chain).stream()
                .map(entry -> entry.field("kind").orElseThrow())
                .toList();
    }

    @Test
    void what_a_lane_only_numbers_is_in_the_chain_of_its_lane_too() {
        it().insert(witnessed("alice").numberedOnly(true));
        it().insert(witnessed("alice").numberedOnly(true));
        List<Claim> claims = it().claim(it().node(), 10).claims();
        it().finish(claims.get(1), done());
        it().finish(claims.get(0), done());

        assertThat(entriesOf(ALICE))
                .extracting(entry -> entry.field("turn").orElseThrow())
                .containsExactly("2", "1");
    }

    @Test
    void the_end_of_an_attempt_is_an_entry_of_its_lane_that_says_what_the_record_says() {
        NewJob job = witnessed("alice");
        it().insert(job);
        Claim claim = it().claimOne();
        it().advance(Duration.ofSeconds(2));
        Finish finish = new Finish(
                claim.id(),
                claim.fence(),
                new Ending.Dead("NO_ACCOUNT", "no such account"),
                Optional.of("{\"rail_code\":\"R03\"}"));
        it().store.finish(List.of(finish), it().now());

        List<EvidenceEntry> entries = entriesOf(ALICE);
        assertThat(entries).hasSize(1);
        EvidenceEntry entry = entries.get(0);
        assertThat(entry.number()).isEqualTo(1);
        assertThat(entry.previous()).isEmpty();
        assertThat(entry.fields())
                .containsEntry("job", job.id().toString())
                .containsEntry("kind", "DEAD")
                .containsEntry("turn", "1")
                .containsEntry("attempt", "1")
                .containsEntry("fence", Long.toString(claim.fence()))
                .containsEntry("node", it().node().toString())
                .containsEntry("code", "NO_ACCOUNT")
                .containsEntry("payload_sha256", job.payload().sha256())
                .containsEntry("message_sha256", "5f3533f07148b9a20358e4687296f4828aa0aa08da4a5f0675c89f10269161b3")
                .containsKey("facts_sha256")
                .doesNotContainKeys("result_sha256", "who", "target");
        assertThat(entry.hash()).hasSize(64);
    }

    @Test
    void entries_of_a_lane_follow_each_other_and_lanes_do_not_know_each_other() {
        add("alice");
        add("alice");
        add("bob");
        it().doAll();

        assertThat(entries().keySet()).containsExactly(ALICE, EvidenceEntry.chainOf("bob"));
        List<EvidenceEntry> alice = entriesOf(ALICE);
        assertThat(alice).extracting(EvidenceEntry::number).containsExactly(1L, 2L);
        assertThat(alice.get(1).previous()).isEqualTo(alice.get(0).hash());
        assertThat(entriesOf(EvidenceEntry.chainOf("bob")).get(0).previous()).isEmpty();
    }

    @Test
    void a_job_that_is_held_from_the_start_is_witnessed_so() {
        NewJob job = witnessed("alice");
        var held = new HeldFirst("ELSEWHERE", "It was being sent.", ParkedHead.BLOCKS, CrashPolicy.RECONCILE);
        it().insert(job.with(new NewJob.Care(true, Optional.of(held))));

        assertThat(kinds(ALICE)).containsExactly("HELD");
        it().command(job.id(), Act.CONFIRM);
        assertThat(kinds(ALICE)).containsExactly("HELD", "DONE");
    }

    @Test
    void what_is_not_witnessed_leaves_no_evidence() {
        it().addTo("alice");
        JobId cancelled = it().add();
        it().command(cancelled, Act.CANCEL).orThrow();
        it().doAll();

        assertThat(entries()).isEmpty();
    }

    @Test
    void every_way_an_attempt_can_end_is_witnessed() {
        JobId job = add("alice");
        it().finish(it().claimOne(), it().retryIn(Duration.ofSeconds(1)));
        it().advance(Duration.ofSeconds(2));
        it().finish(it().claimOne(), new Ending.Snooze(it().now()));
        it().finish(it().claimOne(), new Ending.Released());
        it().finish(it().claimOne(), new Ending.Unstarted(it().now()));
        it().finish(it().claimOne(), new Ending.Unknown(it().now(), "TIMEOUT", "no answer", false));
        it().claimOne(LIMITS.onCrash(CrashPolicy.RECONCILE));
        it().loseNode();
        it().finish(it().claimOne(), new Ending.Held("NO_ANSWER", "nobody knows"));
        it().command(job, Act.RETRY).orThrow();
        it().claimOne(LIMITS.onCrash(CrashPolicy.HOLD));
        it().command(job, Act.KILL).orThrow();
        it().command(job, Act.CONFIRM).orThrow();

        assertThat(kinds(ALICE))
                .containsExactly(
                        "FAILED", "SNOOZED", "RELEASED", "UNDECIDED", "ORPHANED", "HELD", "RETRIED", "KILLED", "DONE");
        assertThat(kinds(ALICE))
                .isEqualTo(it().kinds(job).stream().map(Enum::name).toList());
        assertThat(kinds(EvidenceEntry.OPERATORS)).containsExactly("RETRY", "KILL", "CONFIRM");
    }

    @Test
    void what_ends_in_a_row_is_witnessed_one_by_one() {
        List<JobId> jobs = List.of(add("alice"), add("alice"), add("alice"), add("alice"));
        List<Claim> run = it().claim(LIMITS, 10);
        assertThat(run).hasSize(4);
        it().finish(run.get(0), done());
        it().finish(run.get(1), done());
        it().store
                .finish(
                        List.of(
                                new Finish(run.get(2).id(), run.get(2).fence(), done()),
                                new Finish(run.get(3).id(), run.get(3).fence(), done())),
                        it().now());

        assertThat(entriesOf(ALICE))
                .extracting(entry -> entry.field("job").orElseThrow())
                .containsExactlyElementsOf(jobs.stream().map(JobId::toString).toList());
    }

    @Test
    void an_end_that_is_asked_for_again_is_witnessed_once() {
        add("alice");
        Claim claim = it().claimOne();
        it().finish(claim, done());

        assertThat(it().finish(claim, done()).answer()).isEqualTo(Finished.Answer.ALREADY_RECORDED);
        assertThat(kinds(ALICE)).containsExactly("DONE");
    }

    @Test
    void a_job_that_is_cancelled_before_its_first_attempt_is_witnessed() {
        JobId job = add("alice");
        it().command(job, Act.CANCEL).orThrow();

        EvidenceEntry entry = entriesOf(ALICE).get(0);
        assertThat(entry.fields()).containsEntry("kind", "CANCELLED").containsEntry("attempt", "0");
        assertThat(entry.field("node")).isEmpty();
        EvidenceEntry action = entriesOf(EvidenceEntry.OPERATORS).get(0);
        assertThat(action.fields())
                .containsEntry("kind", "CANCEL")
                .containsEntry("target", job.toString())
                .containsEntry("who", "alice")
                .containsEntry("before", "ready")
                .containsEntry("after", "cancelled");
    }

    @Test
    void a_replacement_is_witnessed_as_what_it_replaces() {
        JobId job = add("alice");
        JobId other = it().job().id();
        it().replace(job, other, "{}").orThrow();
        assertThat(it().doNext()).isEqualTo(other);

        assertThat(kinds(ALICE)).containsExactly("CANCELLED", "DONE");
    }

    @Test
    void what_is_refused_or_only_rehearsed_leaves_no_evidence() {
        JobId job = add("alice");
        it().command(job, Act.CONFIRM);
        it().store.rehearse(List.of(new OperatorCommand.OnJob(job, Act.CANCEL, BY)), it().now());
        Claim claim = it().claimOne();
        it().loseNode();
        int before = kinds(ALICE).size();
        it().finish(claim, done());

        assertThat(kinds(ALICE)).hasSize(before);
        assertThat(kinds(EvidenceEntry.OPERATORS)).isEmpty();
    }

    @Test
    void a_switch_is_witnessed_as_it_can_stop_what_is() {
        it().turnOff(Switch.lane("alice")).orThrow();
        it().turnOn(Switch.lane("alice")).orThrow();

        assertThat(kinds(EvidenceEntry.OPERATORS)).containsExactly("TURN_OFF", "TURN_ON");
    }

    @Test
    void a_witnessed_job_does_not_end_in_a_transaction_of_its_handlers() {
        JobId job = add("alice");
        Claim claim = it().claimOne();
        try (CallerTransaction transaction = it().begin()) {
            assertRefused(
                    () -> it().store.finish(transaction.handle(), new Finish(job, claim.fence(), done()), it().now()),
                    "WITNESSED");
        }

        assertThat(it().state(job)).isEqualTo(JobState.RUNNING);
        it().finish(claim, done());
        assertThat(kinds(ALICE)).containsExactly("DONE");
    }

    @Test
    void a_witnessed_job_has_a_lane() {
        NewJob job = it().job();
        assertRefused(() -> job.with(new NewJob.Care(true, Optional.empty())), "LANE_REQUIRED");
    }

    @Test
    void a_witnessed_job_is_never_pruned() {
        JobId job = add("alice");
        it().doAll();
        it().advance(Duration.ofDays(9));

        assertThat(it().store.prune(it().now(), 10)).isZero();
        assertThat(it().state(job)).isEqualTo(JobState.DONE);
    }

    @Test
    void a_redaction_breaks_no_chain() {
        JobId job = add("alice");
        it().doAll();
        it().command(job, Act.REDACT).orThrow();

        assertThat(kinds(ALICE)).containsExactly("DONE");
        assertThat(kinds(EvidenceEntry.OPERATORS)).containsExactly("REDACT");
    }

    @Test
    void pruned_evidence_leaves_an_anchor_from_which_the_rest_is_verified() {
        for (int i = 0; i < 4; i++) {
            add("alice");
            it().doAll();
            it().advance(Duration.ofSeconds(1));
        }
        List<EvidenceEntry> all = entriesOf(ALICE);

        assertThat(it().store.evidence().prune(ALICE, 2, BY, it().now())).isTrue();

        assertThat(entriesOf(ALICE)).isEqualTo(all.subList(2, 4));
        assertThat(entriesOf(EvidenceEntry.OPERATORS).get(0).fields())
                .containsEntry("kind", "PRUNE_EVIDENCE")
                .containsEntry("target", ALICE);
        add("alice");
        it().doAll();
        assertThat(it().store.evidence().prune(ALICE, 5, BY, it().now())).isTrue();
        assertThat(entries()).doesNotContainKey(ALICE);
        assertThat(it().store.evidence().prune(ALICE, 5, BY, it().now())).isFalse();
        add("alice");
        it().doAll();
        assertThat(entriesOf(ALICE)).extracting(EvidenceEntry::number).containsExactly(6L);
    }

    @Test
    void heads_that_are_known_are_looked_for() {
        add("alice");
        it().doAll();
        Point head = entriesOf(ALICE).get(0).head();
        add("alice");
        it().doAll();

        assertThat(verified(Map.of(ALICE, head))).isEmpty();
        assertThat(verified(Map.of(ALICE, new Point(1, "0".repeat(64)))))
                .extracting(EvidenceFinding::kind)
                .containsExactly(EvidenceFinding.Kind.CHANGED);
        assertThat(verified(Map.of(ALICE, new Point(3, "0".repeat(64)), EvidenceEntry.chainOf("carol"), head)))
                .extracting(EvidenceFinding::kind)
                .containsExactly(EvidenceFinding.Kind.CUT, EvidenceFinding.Kind.CUT);
    }

    private List<EvidenceFinding> verified(Map<String, Point> heads) {
        var findings = new ArrayList<EvidenceFinding>();
        Evidence.of(it().store).knownHeads(heads).verify(new Evidence.Listener() {
            @Override
            public void found(EvidenceFinding finding) {
                findings.add(finding);
            }
        });
        return findings;
    }
}
