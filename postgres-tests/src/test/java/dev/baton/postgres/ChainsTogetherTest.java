package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.Finish;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes, recovery and operators at the same chains at the same time: no entry is missing, and none comes twice. */
@Tag("R-003-14")
class ChainsTogetherTest extends OnOneNode {

    private static final int LANES = 4;
    private static final int JOBS = 120;

    private NewJob witnessed(String lane) {
        NewJob job = inLane(lane);
        return job.with(new NewJob.Care(true, Optional.empty()));
    }

    private List<EvidenceFinding> findings() {
        var findings = new ArrayList<EvidenceFinding>();
        Evidence.of(store).verify(new Evidence.Listener() {
            @Override
            public void found(EvidenceFinding finding) {
                findings.add(finding);
            }
        });
        return findings;
    }

    @Test
    void nobody_who_appends_at_the_same_time_leaves_a_gap() throws Exception {
        List<JobId> jobs = new ArrayList<>();
        IntStream.range(0, JOBS).forEach(i -> jobs.add(add(witnessed("lane-" + i % LANES))));

        List<CompletableFuture<Void>> all = List.of(
                CompletableFuture.runAsync(() -> work(1)),
                CompletableFuture.runAsync(() -> work(2)),
                CompletableFuture.runAsync(() -> die()),
                CompletableFuture.runAsync(() -> command(jobs, 4)),
                CompletableFuture.runAsync(() -> command(jobs, 5)));
        for (CompletableFuture<Void> each : all) {
            each.get(60, TimeUnit.SECONDS);
        }

        assertThat(findings()).isEmpty();
        assertThat(schema.count("SELECT count(*) FROM baton_evidence WHERE job IS NOT NULL"))
                .isEqualTo(schema.count("SELECT count(*) FROM baton_attempt"))
                .isGreaterThan(JOBS / 2);
        assertThat(schema.count("SELECT count(*) FROM baton_evidence WHERE job IS NULL"))
                .isEqualTo(schema.count("SELECT count(*) FROM baton_operator_action"))
                .isGreaterThan(10);
    }

    private NodeId join() {
        var joined = new NodeId(UUID.randomUUID());
        store.join(joined, Set.of(ROUTE), now());
        return joined;
    }

    private List<Claim> claim(NodeId by, int run) {
        var request =
                new ClaimRequest(by, Map.of(ROUTE, TERMS), List.of(), LANES, true, new ClaimRequest.Share(0, run));
        return store.claim(request, now()).claims();
    }

    /** Ends what it gets, one by one or together, in all ways. */
    private void work(long seed) {
        var random = new Random(seed);
        NodeId me = join();
        for (int i = 0; i < 40; i++) {
            List<Finish> ends = claim(me, 1 + random.nextInt(4)).stream()
                    .map(claim -> new Finish(claim.id(), claim.fence(), ending(random)))
                    .toList();
            if (random.nextBoolean()) {
                store.finish(ends, now());
            } else {
                ends.forEach(end -> store.finish(List.of(end), now()));
            }
        }
    }

    private Ending ending(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Ending.Retry(now(), "BUSY", "again");
            case 1 -> new Ending.Snooze(now());
            default -> new Ending.Done(Optional.empty());
        };
    }

    /** Takes jobs and dies, again and again, and somebody recovers them. */
    private void die() {
        for (int i = 0; i < 15; i++) {
            NodeId doomed = join();
            claim(doomed, 2);
            store.leave(doomed, now());
            store.recover(Optional.empty(), 100, now());
        }
    }

    private void command(List<JobId> jobs, long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 15; i++) {
            Switch lane = Switch.lane("lane-" + random.nextInt(LANES));
            List<OperatorCommand> commands = List.of(
                    new OperatorCommand.OnJob(jobs.get(random.nextInt(JOBS)), Act.CANCEL, BY),
                    new OperatorCommand.TurnOff(lane, BY),
                    new OperatorCommand.TurnOn(lane, BY),
                    new OperatorCommand.OnJob(jobs.get(random.nextInt(JOBS)), Act.SKIP, BY));
            List<CommandResult> results = store.command(commands, now());
            assertThat(results).hasSize(4);
        }
    }

    @Test
    void who_enqueues_waits_for_no_chain() throws Exception {
        add(witnessed("alice"));
        Claim claim = claimOne();
        add(witnessed("alice"));
        done(claim);
        try (Stranger stranger = schema.stranger()) {
            stranger.run("SELECT 1 FROM baton_chain FOR UPDATE");

            assertThat(CompletableFuture.supplyAsync(() -> add(witnessed("alice")))
                            .get(5, TimeUnit.SECONDS))
                    .isNotNull();
            assertThat(CompletableFuture.supplyAsync(this::claimOne).get(5, TimeUnit.SECONDS))
                    .isNotNull();
        }
    }

    @Test
    void an_end_of_a_run_in_one_statement_is_witnessed_with_it() {
        IntStream.range(0, 3).forEach(i -> add(witnessed("alice")));
        List<Claim> run = claim(node, 10);
        assertThat(run).hasSize(3);

        done(run.get(0));

        assertThat(schema.count("SELECT count(*) FROM baton_evidence")).isEqualTo(1);
        assertThat(schema.count("SELECT count(*) FROM baton_attempt WHERE witnessed AND NOT prunable"))
                .isEqualTo(1);
        assertThat(findings()).isEmpty();
    }
}
