package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of a store on which one node works, and words for what they keep saying. */
abstract class OnOneNode {

    static final Route ROUTE = new Route("default", "receipt.send", 1);
    static final Terms TERMS = Terms.of(5, 3);
    static final OperatorCommand.By BY = new OperatorCommand.By("alice", "because");
    private static final Duration LONG = Duration.ofSeconds(20);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    final ManualClock clock = new ManualClock();
    final JobIds ids = new JobIds(clock, new Random(7));
    NodeId node = new NodeId(UUID.randomUUID());
    PostgresStore store;

    @BeforeEach
    void open() {
        store = schema.open(clock);
        store.join(node, Set.of(ROUTE), now());
    }

    @AfterEach
    void close() {
        store.close();
    }

    Instant now() {
        return clock.instant();
    }

    NewJob job(Optional<String> lane, Optional<KeyRequest> key) {
        return new NewJob(ids.next(), ROUTE, Payload.of("{}", "a job"), new Urgency(0, now()), lane, key);
    }

    NewJob inLane(String lane) {
        return job(Optional.of(lane), Optional.empty());
    }

    NewJob keyed(String key) {
        return job(Optional.empty(), Optional.of(new KeyRequest(KeyScope.ACTIVE, key, true)));
    }

    JobId add(NewJob job) {
        return store.insert(List.of(job), now()).get(0).id();
    }

    List<Claim> claim() {
        return claim(true);
    }

    List<Claim> claim(boolean lastChances) {
        return claimed(lastChances).claims();
    }

    Claimed claimed(boolean lastChances) {
        var request =
                new ClaimRequest(node, Map.of(ROUTE, TERMS), List.of(), 100, lastChances, ClaimRequest.Share.FIRST);
        return store.claim(request, now());
    }

    void loseNode() {
        store.leave(node, now());
        node = new NodeId(UUID.randomUUID());
        store.join(node, Set.of(ROUTE), now());
        store.recover(Optional.empty(), 10, now());
    }

    Claim claimOne() {
        List<Claim> claims = claim();
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    static Finish ended(Claim claim) {
        return new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty()));
    }

    Finished done(Claim claim) {
        return store.finish(List.of(ended(claim)), now()).get(0);
    }

    Finished.Answer notDone(Claim claim) {
        var retry = new Ending.Retry(now(), "FINISH_NOT_COMMITTED", "");
        return store.finish(List.of(new Finish(claim.id(), claim.fence(), retry)), now())
                .get(0)
                .answer();
    }

    /** As a node does it: again and again, until there is something. */
    Claim awaitClaim() {
        long deadline = System.nanoTime() + LONG.toNanos();
        List<Claim> claims = claim();
        while (claims.isEmpty() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            claims = claim();
        }
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    /** As it is when somebody has switched it off and could not settle it yet. */
    void switchOffBehindItsBack(String lane) {
        schema.run("INSERT INTO baton_switch (kind, name) VALUES ('LANE', '" + lane + "')");
    }

    JobState state(JobId id) {
        return store.find(id, now()).orElseThrow().standing().state();
    }
}
