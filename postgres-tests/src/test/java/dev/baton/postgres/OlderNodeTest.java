package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Recovered;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testkit.Recorder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node of yesterday beside one of tomorrow: what it does not know it leaves alone, and goes on with what it knows. */
@Tag("slow")
class OlderNodeTest {

    record Note(String text) {}

    private static final JobType<Note> OLD = JobType.of("note.take", Note.class);
    private static final JobType<Note> NEXT_VERSION = OLD.version(2);
    private static final JobType<Note> NEW_TYPE = JobType.of("note.give", Note.class);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private PostgresStore open() {
        return schema.open(InstantSource.system());
    }

    @Test
    void jobs_of_a_type_or_a_version_that_the_old_node_does_not_know_wait_for_the_new_one() throws Exception {
        var old = new AtomicInteger();
        var fresh = new AtomicInteger();
        try (PostgresStore looking = open();
                Baton yesterday = Baton.on(open())
                        .handle(OLD, old, (note, run, count) -> count.incrementAndGet())
                        .start();
                Baton producer = Baton.on(open())
                        .enqueues(NEXT_VERSION)
                        .enqueues(NEW_TYPE)
                        .start()) {
            JobId version = producer.enqueue(NEXT_VERSION, new Note("v2"));
            JobId type = producer.enqueue(NEW_TYPE, new Note("new"));
            JobId known = yesterday.enqueue(OLD, new Note("v1"));

            assertThat(yesterday.await(known, Duration.ofSeconds(30))).isEqualTo(JobState.DONE);
            assertThat(looking.standings(List.of(version, type), Sample.now()).values())
                    .allSatisfy(each -> assertThat(each.state()).isEqualTo(JobState.READY));
            try (Baton tomorrow = Baton.on(open())
                    .handle(NEXT_VERSION, fresh, (note, run, count) -> count.incrementAndGet())
                    .handle(NEW_TYPE, fresh, (note, run, count) -> count.incrementAndGet())
                    .start()) {
                assertThat(tomorrow.awaitAll(List.of(version, type), Duration.ofSeconds(30))
                                .values())
                        .containsOnly(JobState.DONE);
            }
            assertThat(old).hasValue(1);
            assertThat(fresh).hasValue(2);
        }
    }

    /** A crash policy that is still to be invented: whoever does not know it must not decide by another. */
    @Test
    void what_ran_on_terms_that_the_old_node_does_not_know_is_left_where_it_is_and_told_of() throws Exception {
        var told = new Recorder<Event>();
        var node = new NodeId(UUID.randomUUID());
        NewJob strange = Sample.job();
        NewJob plain = Sample.job();
        try (PostgresStore store = open()) {
            store.join(node, Set.of(Sample.ROUTE), Sample.now());
            store.insert(List.of(strange, plain), Sample.now());
            var terms = Map.of(Sample.ROUTE, Terms.of(5, 3));
            List<Claim> claims = store.claim(
                            new ClaimRequest(node, terms, List.of(), 2, true, ClaimRequest.Share.FIRST), Sample.now())
                    .claims();
            assertThat(claims).hasSize(2);
            Pools.ask("UPDATE " + schema.name() + ".baton_running SET crash = 'ASK_TWICE' WHERE id = '"
                    + strange.id().value() + "'");
            store.leave(node, Sample.now());

            Recovered recovered = store.recover(Optional.empty(), 10, Sample.now());

            assertThat(recovered.moved()).extracting(Recovered.Moved::id).containsExactly(plain.id());
            assertThat(recovered.skipped()).extracting(Recovered.Skipped::id).containsExactly(strange.id());
            assertThat(store.find(strange.id(), Sample.now())
                            .orElseThrow()
                            .standing()
                            .state())
                    .isEqualTo(JobState.RUNNING);
        }
        try (Baton yesterday = Baton.on(open())
                .listener(told::accept)
                .handle(OLD, this, (note, run, test) -> {})
                .start()) {
            assertThat(told.await(Event.RecoveryError.class, error -> true).toString())
                    .contains(strange.id().toString());
            assertThat(yesterday.isReady()).isTrue();
        }
    }

    /** An end of a kind that is still to be invented does not keep anybody from seeing the others. */
    @Test
    void an_attempt_that_ended_in_a_way_the_old_node_does_not_know_is_shown_as_far_as_it_does() {
        try (PostgresStore store = open()) {
            NewJob job = new NewJob(
                    Sample.job().id(),
                    new Route("default", "receipt.send", 1),
                    Payload.of("{}", "a job"),
                    new Urgency(0, Sample.now()));
            store.insert(List.of(job), Sample.now());
            Pools.ask("INSERT INTO " + schema.name() + ".baton_attempt"
                    + " (job, number, fence, kind, code, message, claimed_at, ended_at, prunable)"
                    + " VALUES ('" + job.id().value() + "', 1, 1, 'DELEGATED', '', '', 0, 0, false)");

            assertThat(store.find(job.id(), Sample.now())
                            .orElseThrow()
                            .standing()
                            .state())
                    .isEqualTo(JobState.READY);
            assertThat(store.attempts(job.id()))
                    .extracting(AttemptView::kind)
                    .containsExactly(AttemptView.Kind.UNDECIDED);
        }
    }

    @Test
    void a_switch_of_a_kind_that_the_old_node_does_not_know_does_not_stop_it() {
        try (PostgresStore store = open()) {
            Pools.ask("INSERT INTO " + schema.name() + ".baton_switch VALUES ('REGION', 'west'), ('QUEUE', 'mail')");

            assertThat(store.switches()).containsExactly(new Switch(Switch.Kind.QUEUE, "mail"));
        }
    }
}
