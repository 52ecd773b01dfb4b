package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OverFirst;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many jobs that are added, claimed, or end, with one statement. */
class MovingTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                MovingSql.PENDING_INSERT_NEW,
                MovingSql.TAKE,
                MovingSql.PENDING_DELETE,
                MovingSql.ATTEMPTS_DONE,
                MovingSql.ATTEMPTS_DONE_TELLING,
                MovingSql.RUNNING_DELETE,
                MovingSql.READY_NEXT,
                SqliteSql.RUNNING_OWNED,
                EvidenceSql.HEADS
            })
    void what_is_moved_together_is_looked_up_one_by_one_in_an_index(String statement) throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();

        assertThat(explain(file, statement))
                .noneMatch(step -> step.startsWith("SCAN") && !step.contains("VIRTUAL TABLE"))
                .noneMatch(step -> step.contains("SORT") || step.contains("TEMP B-TREE"));
    }

    @Test
    void new_jobs_that_come_together_stand_where_they_would_if_each_came_alone() {
        try (SqliteStore store = SqliteStore.open(folder.resolve("app.db"))) {
            Instant now = store.clock().instant();
            NewJob atOnce = Sample.job();
            NewJob later = due(now.plusSeconds(60));
            NewJob first = inLane("a");
            NewJob second = inLane("a");

            List<Inserted> inserted = store.insert(List.of(atOnce, Sample.job(), later, first, atOnce, second), now);

            assertThat(inserted)
                    .extracting(Inserted::state)
                    .containsExactly(
                            JobState.READY,
                            JobState.READY,
                            JobState.SCHEDULED,
                            JobState.READY,
                            JobState.READY,
                            JobState.WAITING);
            assertThat(inserted)
                    .extracting(Inserted::answer)
                    .containsOnlyOnce(Inserted.Answer.EXISTING)
                    .element(4)
                    .isEqualTo(Inserted.Answer.EXISTING);
            for (Inserted each : inserted) {
                assertThat(store.find(each.id(), now).orElseThrow().standing().state())
                        .isEqualTo(each.state());
            }
        }
    }

    @Test
    void jobs_of_one_batch_are_numbered_in_their_lanes_one_after_the_other_whatever_comes_between() {
        try (SqliteStore store = SqliteStore.open(folder.resolve("app.db"))) {
            Instant now = store.clock().instant();
            NewJob known = inLane("a");
            store.insert(List.of(known), now);
            String quoted = "the \"b\" \\ lane";
            NewJob over = inLane(quoted)
                    .with(new NewJob.Care(
                            false, Optional.empty(), Optional.of(new OverFirst(JobState.DONE, "MOVED", ""))));

            List<Inserted> inserted = store.insert(
                    List.of(
                            inLane(quoted).numberedOnly(true),
                            inLane("a"),
                            known,
                            over,
                            inLane(quoted),
                            inLane("a"),
                            inLane(quoted)),
                    now);

            assertThat(inserted)
                    .extracting(each -> each.turn().orElseThrow().sequence())
                    .containsExactly(1L, 2L, 1L, 2L, 3L, 3L, 4L);
            assertThat(inserted)
                    .extracting(Inserted::state)
                    .containsExactly(
                            JobState.READY,
                            JobState.WAITING,
                            JobState.READY,
                            JobState.DONE,
                            JobState.READY,
                            JobState.WAITING,
                            JobState.WAITING);
            for (Inserted each : inserted) {
                assertThat(store.find(each.id(), now).orElseThrow().standing().state())
                        .isEqualTo(each.state());
            }
        }
    }

    private static NewJob due(Instant when) {
        NewJob plain = Sample.job();
        return new NewJob(plain.id(), plain.route(), plain.payload(), new Urgency(0, when));
    }

    private static ClaimRequest runsOf(NodeId node, NewJob like) {
        Terms replayed = Terms.of(5, 3).replayed();
        return new ClaimRequest(
                node, Map.of(like.route(), replayed), List.of(), 10, true, new ClaimRequest.Share(0, 2));
    }

    private static NewJob inLane(String lane) {
        NewJob plain = Sample.job();
        return new NewJob(
                plain.id(), plain.route(), plain.payload(), plain.urgency(), Optional.of(lane), Optional.empty());
    }

    /** Two in a run and one behind it, one that says something, one that fails, and one whose end is told twice. */
    @Test
    void ends_of_all_kinds_in_one_batch_come_to_what_they_come_to_one_by_one() {
        try (SqliteStore store = SqliteStore.open(folder.resolve("app.db"))) {
            NodeId node = Sample.join(store);
            Instant now = store.clock().instant();
            NewJob plain = Sample.job();
            NewJob telling = Sample.job();
            NewJob failing = Sample.job();
            List<NewJob> lane = List.of(inLane("a"), inLane("a"), inLane("a"));
            var all = new ArrayList<NewJob>(List.of(plain, telling, failing));
            all.addAll(lane);
            store.insert(all, now);
            List<Claim> claims =
                    store.claim(runsOf(node, plain), now.plusSeconds(1)).claims();
            assertThat(claims)
                    .extracting(Claim::id)
                    .containsExactlyInAnyOrder(
                            plain.id(),
                            telling.id(),
                            failing.id(),
                            lane.get(0).id(),
                            lane.get(1).id());
            long fence = claims.get(0).fence();

            List<Finished> finished = store.finish(
                    List.of(
                            done(plain, fence, Optional.empty()),
                            done(lane.get(0), fence, Optional.empty()),
                            done(lane.get(1), fence, Optional.empty()),
                            done(plain, fence, Optional.empty()),
                            done(telling, fence, Optional.of("{}")),
                            new Finish(failing.id(), fence, new Ending.Dead("BROKEN", "It is broken.")),
                            done(lane.get(2), fence, Optional.empty())),
                    now.plusSeconds(2));

            assertThat(finished)
                    .extracting(Finished::answer)
                    .containsExactly(
                            Finished.Answer.RECORDED,
                            Finished.Answer.RECORDED,
                            Finished.Answer.RECORDED,
                            Finished.Answer.ALREADY_RECORDED,
                            Finished.Answer.RECORDED,
                            Finished.Answer.RECORDED,
                            Finished.Answer.FENCED);
            assertThat(all)
                    .extracting(job -> store.find(job.id(), now.plusSeconds(3))
                            .orElseThrow()
                            .standing()
                            .state())
                    .containsExactly(
                            JobState.DONE, JobState.DONE, JobState.DEAD, JobState.DONE, JobState.DONE, JobState.READY);
            assertThat(store.attempts(telling.id()))
                    .singleElement()
                    .extracting(attempt -> attempt.detail().result())
                    .isEqualTo(Optional.of("{}"));
        }
    }

    /** One that counts for ever and one that does not, one that is only numbered, and two of one lane: each has its entry and stays. */
    @Test
    void witnessed_ends_that_come_together_leave_the_evidence_that_they_would_leave_one_by_one() {
        try (SqliteStore store = SqliteStore.open(folder.resolve("app.db"))) {
            NodeId node = Sample.join(store);
            Instant now = store.clock().instant();
            NewJob plain = Sample.job();
            List<NewJob> all = List.of(
                    witnessed("a", Optional.of("one")),
                    plain,
                    witnessed("a", Optional.of("two")),
                    witnessed("b", Optional.empty()),
                    witnessed("b", Optional.empty()).numberedOnly(true));
            store.insert(all, now);
            List<Claim> claims =
                    store.claim(runsOf(node, plain), now.plusSeconds(1)).claims();
            assertThat(claims).hasSize(all.size());

            store.finish(
                    all.stream()
                            .map(job -> new Finish(
                                    job.id(),
                                    claims.get(0).fence(),
                                    new Ending.Done(Optional.of("{\"said\":\"a \\\"word\\\"\"}")),
                                    Optional.of("{\"line\":\"1\\n2\"}")))
                            .toList(),
                    now.plusSeconds(2));

            var missing = new ArrayList<EvidenceFinding>();
            Evidence.Verified verified = Evidence.of(store).verify(new Evidence.Listener() {
                @Override
                public void found(EvidenceFinding finding) {
                    missing.add(finding);
                }
            });
            assertThat(missing).isEmpty();
            assertThat(verified).isEqualTo(new Evidence.Verified(2, 4, 0));
            assertThat(all)
                    .allSatisfy(job -> assertThat(store.attempts(job.id()))
                            .singleElement()
                            .extracting(AttemptView::detail)
                            .isEqualTo(new AttemptView.Detail(
                                    "",
                                    "",
                                    Optional.of("{\"said\":\"a \\\"word\\\"\"}"),
                                    Optional.of("{\"line\":\"1\\n2\"}"))));
            assertThat(store.prune(now.plusSeconds(3), 10)).isEqualTo(1);
            assertThat(store.find(plain.id(), now)).isEmpty();
        }
    }

    private static NewJob witnessed(String lane, Optional<String> key) {
        NewJob plain = Sample.job();
        return new NewJob(
                        plain.id(),
                        plain.route(),
                        plain.payload(),
                        plain.urgency(),
                        Optional.of(lane),
                        key.map(name -> new KeyRequest(KeyScope.FOREVER, name, false)))
                .with(new NewJob.Care(true, Optional.empty()));
    }

    private static Finish done(NewJob job, long fence, Optional<String> result) {
        return new Finish(job.id(), fence, new Ending.Done(result));
    }
}
