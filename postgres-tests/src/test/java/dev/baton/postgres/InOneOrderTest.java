package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.NodeBeat;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is locked when, by those who want several things: nobody waits in a circle, or holds what others need while it waits. */
class InOneOrderTest extends OnOneNode {

    private static final String STOP_WHO_TAKES_KEYS = """
            CREATE FUNCTION baton_stop() RETURNS trigger LANGUAGE plpgsql AS
                'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
            CREATE TRIGGER stop BEFORE INSERT ON baton_key FOR EACH ROW EXECUTE FUNCTION baton_stop()
            """;

    private CommandResult command(OperatorCommand command) {
        return store.command(List.of(command), now()).get(0);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    /** Whoever retries a job is stopped where the key is taken; if the job can be taken away meanwhile, it is, and ends. */
    @Test
    void a_key_is_not_taken_back_for_a_job_that_ends_meanwhile() throws Exception {
        JobId job = add(keyed("k"));
        Claim first = claimOne();
        store.finish(
                List.of(new Finish(job, first.fence(), new Ending.Retry(now().plusSeconds(1), "AGAIN", ""))), now());
        clock.advance(Duration.ofSeconds(2));
        CompletableFuture<CommandResult> retrying;
        try (Stranger stranger = schema.stranger()) {
            schema.run(STOP_WHO_TAKES_KEYS);
            stranger.run("SELECT pg_advisory_xact_lock(4711)");
            retrying = CompletableFuture.supplyAsync(
                    () -> command(new OperatorCommand.OnJob(job, OperatorCommand.Act.RETRY, BY)));
            stranger.awaitOneWhoWaits();
            claim().forEach(this::done);
        }
        get(retrying);
        schema.run("DROP FUNCTION baton_stop() CASCADE");

        assertThat(schema.count("""
                SELECT count(*) FROM baton_key k WHERE NOT EXISTS (SELECT 1 FROM baton_pending p WHERE p.id = k.job)
                    AND NOT EXISTS (SELECT 1 FROM baton_running r WHERE r.id = k.job)
                """)).isZero();
    }

    @Test
    void a_key_that_a_job_has_that_is_over_is_free() {
        JobId over = add(keyed("k"));
        done(claimOne());
        schema.run("INSERT INTO baton_key (type, scope, key, heir, job) VALUES ('receipt.send', 'ACTIVE', 'k', false, '"
                + over + "')");

        Inserted next = store.insert(List.of(keyed("k"), keyed("k")), now()).get(0);

        assertThat(next.answer()).isEqualTo(Inserted.Answer.ADDED);
        assertThat(claimOne().id()).isEqualTo(next.id());
    }

    @Test
    void who_hands_a_key_over_does_not_hold_it_while_its_heir_is_being_cancelled() throws Exception {
        add(keyed("k"));
        Claim holder = claimOne();
        JobId heir = add(keyed("k"));
        CompletableFuture<Finished> ending;
        try (Stranger cancels = schema.stranger()) {
            cancels.run("DELETE FROM baton_pending WHERE id = '" + heir + "'");
            ending = CompletableFuture.supplyAsync(() -> done(holder));
            cancels.awaitOneWhoWaits();

            cancels.run("SET LOCAL lock_timeout = '500ms'; DELETE FROM baton_key WHERE job = '" + heir + "'");
            cancels.commit();
        }

        assertThat(get(ending).answer()).isEqualTo(Finished.Answer.RECORDED);
    }

    @Test
    void checkpoints_are_kept_in_one_order_whatever_the_order_in_which_they_come() throws Exception {
        add(job(Optional.empty(), Optional.empty()));
        add(job(Optional.empty(), Optional.empty()));
        List<Claim> claims =
                claim().stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
        List<Checkpoint> largestFirst = List.of(
                new Checkpoint(claims.get(1).id(), claims.get(1).fence(), "{}"),
                new Checkpoint(claims.get(0).id(), claims.get(0).fence(), "{}"));
        CompletableFuture<List<Boolean>> keeping;
        try (Stranger stranger = schema.stranger()) {
            stranger.run(
                    "SELECT 1 FROM baton_running WHERE id = '" + claims.get(0).id() + "' FOR UPDATE");
            keeping = CompletableFuture.supplyAsync(() -> store.checkpoint(largestFirst, now()));
            stranger.awaitOneWhoWaits();

            stranger.run(
                    "SELECT 1 FROM baton_running WHERE id = '" + claims.get(1).id() + "' FOR UPDATE NOWAIT");
        }

        assertThat(get(keeping)).containsExactly(true, true);
    }

    @Test
    void who_replaces_a_job_waits_for_the_producers_of_its_lane_before_keeping_others_from_settling_it()
            throws Exception {
        JobId job = add(inLane("alice"));
        JobId by = ids.next();
        CompletableFuture<CommandResult> replacing;
        try (CallerTransaction producer = schema.begin();
                Stranger stranger = schema.stranger()) {
            store.insert(producer.handle(), List.of(inLane("alice")), now());
            replacing = CompletableFuture.supplyAsync(
                    () -> command(new OperatorCommand.Replace(job, by, 1, Payload.of("{}", ""), BY)));
            stranger.awaitOneWhoWaits();

            stranger.run("SELECT 1 FROM baton_gate WHERE lane = 'alice' FOR UPDATE NOWAIT");
            stranger.commit();
            producer.commit();
        }

        assertThat(get(replacing)).isInstanceOf(CommandResult.Applied.class);
        assertThat(state(job)).isEqualTo(JobState.CANCELLED);
        assertThat(store.find(by, now())
                        .orElseThrow()
                        .facts()
                        .turn()
                        .orElseThrow()
                        .sequence())
                .isEqualTo(3);
    }

    @Test
    void a_node_that_is_just_declared_dead_claims_nothing() throws Exception {
        add(job(Optional.empty(), Optional.empty()));
        CompletableFuture<List<Claim>> claiming;
        try (Stranger declaring = schema.stranger()) {
            declaring.run("SELECT 1 FROM baton_node FOR UPDATE; UPDATE baton_node SET live = false");
            claiming = CompletableFuture.supplyAsync(this::claim);
            declaring.awaitOneWhoWaits();
            declaring.commit();
        }

        assertThat(get(claiming)).isEmpty();
    }

    @Test
    void a_node_is_not_declared_dead_while_it_claims_but_goes_on_beating() throws Exception {
        NodeBeat seen = store.liveNodes().get(0);
        try (Stranger claiming = schema.stranger()) {
            claiming.run("SELECT 1 FROM baton_node FOR KEY SHARE");

            assertThat(store.declareDead(seen, now())).isFalse();
            assertThat(store.beat(node, now())).isTrue();
        }

        assertThat(store.declareDead(seen, now())).as("it has beaten since").isFalse();
        assertThat(store.declareDead(store.liveNodes().get(0), now())).isTrue();
    }

    @Test
    void a_node_leaves_after_the_claim_that_is_under_way() throws Exception {
        CompletableFuture<Void> leaving;
        try (Stranger claiming = schema.stranger()) {
            claiming.run("SELECT 1 FROM baton_node FOR KEY SHARE");
            leaving = CompletableFuture.runAsync(() -> store.leave(node, now()));
            claiming.awaitOneWhoWaits();
            assertThat(store.liveNodes()).hasSize(1);
        }

        get(leaving);
        assertThat(store.liveNodes()).isEmpty();
    }

    @Test
    void what_must_never_be_is_said_by_name_and_not_tried_again() {
        add(job(Optional.empty(), Optional.empty()));
        Claim claim = claimOne();
        schema.run("""
                INSERT INTO baton_attempt (job, number, fence, kind, code, message, claimed_at, ended_at, prunable)
                VALUES ('%s', 1, 0, 'DONE', '', '', 0, 0, false)""".formatted(claim.id()));

        assertThatThrownBy(() -> done(claim))
                .isInstanceOf(BatonException.class)
                .isNotInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("baton_attempt_final");
    }
}
