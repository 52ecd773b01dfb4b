package dev.baton.testkit.store;

import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.ClaimRequest.Cap;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Payload;
import dev.baton.store.Recovered;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/** A store with a clock moved by hand, one live node, and words for what the contract keeps saying. */
final class StoreUnderTest {

    static final Route ROUTE = new Route("default", "receipt.send", 1);
    static final Terms LIMITS = Terms.of(5, 3);
    static final OperatorCommand.By BY = new OperatorCommand.By("alice", "because");

    final JobStore store;
    final ManualClock clock;
    private final Supplier<CallerTransaction> transactions;
    private final JobIds ids;
    private final Random random = new Random(42);
    private NodeId node;

    StoreUnderTest(JobStore store, ManualClock clock, Supplier<CallerTransaction> transactions) {
        this.store = store;
        this.clock = clock;
        this.transactions = transactions;
        this.ids = new JobIds(clock, random);
        this.node = join();
    }

    Instant now() {
        return clock.instant();
    }

    CallerTransaction begin() {
        return transactions.get();
    }

    /** The node that lives now. */
    NodeId node() {
        return node;
    }

    NodeId join() {
        var joined = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        store.join(joined, now());
        return joined;
    }

    // Jobs to add.

    NewJob job() {
        return job(ROUTE, 0, now());
    }

    NewJob job(Route route, int priority, Instant dueAt) {
        JobId id = ids.next();
        return new NewJob(
                id,
                route,
                Payload.of("{\"order\": \"" + id + "\"}", "receipt " + id),
                priority,
                dueAt,
                Optional.empty());
    }

    NewJob keyed(KeyScope scope, String key, String json) {
        return keyed(scope, key, json, ROUTE, false);
    }

    NewJob again(String key) {
        return keyed(KeyScope.ACTIVE, key, "{}", ROUTE, true);
    }

    NewJob keyed(KeyScope scope, String key, String json, Route route, boolean again) {
        return new NewJob(
                ids.next(), route, Payload.of(json, key), 0, now(), Optional.of(new KeyRequest(scope, key, again)));
    }

    // The verbs, in a few words.

    Inserted insert(NewJob job) {
        return store.insert(List.of(job), now()).get(0);
    }

    JobId add() {
        return insert(job()).id();
    }

    Claimed claim(NodeId by, int total, Route... routes) {
        List<Route> asked = routes.length == 0 ? List.of(ROUTE) : List.of(routes);
        Map<Route, Terms> limits = new LinkedHashMap<>();
        asked.forEach(route -> limits.put(route, LIMITS));
        return store.claim(new ClaimRequest(by, limits, List.of(), total, true, ClaimRequest.Share.FIRST), now());
    }

    Claimed claim(List<Cap> caps, int total, Map<Route, Terms> routes) {
        return store.claim(new ClaimRequest(node, routes, caps, total, true, ClaimRequest.Share.FIRST), now());
    }

    /** Claims the one job there is to claim. */
    Claim claimOne() {
        List<Claim> claims = claim(node, 10).claims();
        if (claims.size() != 1) {
            throw new AssertionError("one job was to be claimed, and there were " + claims);
        }
        return claims.get(0);
    }

    Finished finish(Claim claim, Ending ending) {
        return store.finish(List.of(new Finish(claim.id(), claim.fence(), ending)), now())
                .get(0);
    }

    /** The node dies, and what it held is recovered by the one that takes its place. */
    Recovered loseNode() {
        store.leave(node, now());
        node = join();
        return store.recover(Optional.empty(), 1000, now());
    }

    CommandResult command(JobId job, Act act) {
        return store.command(List.of(new OperatorCommand.OnJob(job, act, BY)), now())
                .get(0);
    }

    JobView find(JobId id) {
        return store.find(id, now()).orElseThrow();
    }

    JobState state(JobId id) {
        return find(id).standing().state();
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    static Ending done() {
        return new Ending.Done(Optional.empty());
    }

    Ending retryIn(Duration delay) {
        return new Ending.Retry(now().plus(delay), "BUSY", "try again");
    }

    /** A job that stands in this state. */
    JobId arrange(JobState state) {
        return switch (state) {
            case SCHEDULED -> insert(job(ROUTE, 0, now().plusSeconds(60))).id();
            case READY -> add();
            case WAITING -> waiting();
            case RETRYING -> ended(retryIn(Duration.ofSeconds(60)));
            case RUNNING -> claimAdded().id();
            case DONE -> ended(done());
            case DEAD -> ended(new Ending.Dead("NEVER", "it will never work"));
            case HELD -> ended(new Ending.Held("TIMEOUT", "no answer"));
            case CANCELLED -> ended(new Ending.Cancelled());
        };
    }

    private JobId waiting() {
        insert(keyed(KeyScope.ACTIVE, "wallet", "{}"));
        claimOne();
        return insert(again("wallet")).id();
    }

    private Claim claimAdded() {
        add();
        return claimOne();
    }

    private JobId ended(Ending ending) {
        Claim claim = claimAdded();
        finish(claim, ending);
        return claim.id();
    }
}
