package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Outcome;
import dev.baton.observe.Event;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an attempt keeps for those after it. */
abstract class CheckpointContract {

    /** How far a backfill is. */
    record Block(long number) {}

    private final Queue<Long> resumedFrom = new ConcurrentLinkedQueue<>();

    abstract EngineUnderTest it();

    abstract void crash();

    @Test
    @Tag("R-004-16")
    @Tag("R-004-17")
    @Tag("R-004-18")
    void an_attempt_goes_on_where_the_one_before_it_stopped() throws Exception {
        Baton baton = it().deciding((note, run, any) -> {
            long from = run.lastCheckpoint(Block.class).map(Block::number).orElse(0L);
            resumedFrom.add(from);
            run.checkpoint(new Block(from + 100));
            run.progress(from, 300, "block " + from);
            return from < 200 ? Outcome.retry("RPC_DOWN") : Outcome.done();
        });

        JobId job = baton.enqueue(NOTE, new Note("x"));
        it().passTimeUntil(() -> it().state(job) == JobState.DONE);

        assertThat(resumedFrom).containsExactly(0L, 100L, 200L);
    }

    @Test
    void it_survives_a_crash_and_an_operators_retry() throws Exception {
        JobId job = it().addNotes(1).get(0);
        Claim lost = it().claimedByTheDead(1).get(0);
        it().store()
                .checkpoint(
                        List.of(new Checkpoint(job, lost.fence(), "{\"number\":7}")),
                        it().clock.instant());
        crash();
        Baton baton = it().deciding((note, run, any) -> {
            resumedFrom.add(run.lastCheckpoint(Block.class).orElseThrow().number());
            return resumedFrom.size() == 1 ? Outcome.fail("BROKEN") : Outcome.done();
        });
        assertThat(baton.await(job, LONG)).isEqualTo(JobState.DEAD);

        it().command(job, Act.RETRY);

        it().passTimeUntil(() -> it().state(job) == JobState.DONE);
        assertThat(resumedFrom).containsExactly(7L, 7L);
    }

    @Test
    void the_newest_one_is_read_back_in_the_same_attempt() throws Exception {
        var read = new CompletableFuture<Optional<Block>>();
        Baton baton = it().handling((note, run, any) -> {
            run.checkpoint(new Block(1));
            run.checkpoint(new Block(2));
            read.complete(run.lastCheckpoint(Block.class));
        });

        baton.await(baton.enqueue(NOTE, new Note("x")), LONG);

        assertThat(read.get(20, TimeUnit.SECONDS)).contains(new Block(2));
    }

    @Test
    @Tag("R-003-60")
    void an_attempt_that_lost_its_job_cannot_overwrite_it() throws Exception {
        var refused = new CompletableFuture<String>();
        var gate = new Gate();
        Baton baton = it().handling((note, run, any) -> {
            run.checkpoint(new Block(1));
            gate.passDeaf();
            try {
                run.checkpoint(new Block(2));
            } catch (BatonException e) {
                refused.complete(e.code());
            }
        });
        JobId job = baton.enqueue(NOTE, new Note("x"));
        gate.awaitEntered(1);

        it().command(job, Act.KILL);
        gate.open();

        assertThat(refused.get(20, TimeUnit.SECONDS)).isEqualTo("STALE_FENCE");
        assertThat(it().store().checkpoint(job)).contains("{\"number\":1}");
        it().await(Event.JobFenced.class, job);
    }

    @Test
    void one_that_is_too_large_is_refused_and_the_last_one_stays() throws Exception {
        var refused = new CompletableFuture<String>();
        Baton baton = it().handling((note, run, any) -> {
            run.checkpoint(new Block(1));
            try {
                run.checkpoint(new Note("x".repeat(300_000)));
            } catch (BatonException e) {
                refused.complete(e.code());
            }
        });

        JobId job = baton.enqueue(NOTE, new Note("x"));
        baton.await(job, LONG);

        assertThat(refused.get(20, TimeUnit.SECONDS)).isEqualTo("TOO_LARGE");
        assertThat(it().store().checkpoint(job)).contains("{\"number\":1}");
    }
}
