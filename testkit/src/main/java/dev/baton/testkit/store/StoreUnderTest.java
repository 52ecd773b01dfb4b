package dev.baton.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.AttemptView;
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
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A store with a clock moved by hand, one live node, and words for what the contract keeps saying. */
final class StoreUnderTest {

    static final Route ROUTE = new Route("default", "receipt.send", 1);
    static final Terms LIMITS = Terms.of(5, 3);
    static final OperatorCommand.By BY = new OperatorCommand.By("alice", "because");

    final JobStore store;
    final ManualClock clock;
    private final Surroundings around;
    private final JobIds ids;
    private final Random random = new Random(42);
    private NodeId node;

    /** What a store brings along for its tests. */
    interface Surroundings {
        CallerTransaction begin();

        default boolean lostClaimsDoomTransactions() {
            return false;
        }

        default void requireQuiet() {}
    }

    StoreUnderTest(JobStore store, ManualClock clock, Surroundings around) {
        this.store = store;
        this.clock = clock;
        this.around = around;
        this.ids = new JobIds(clock, random);
        this.node = join();
    }

    Instant now() {
        return clock.instant();
    }

    CallerTransaction begin() {
        return around.begin();
    }

    /** Refused for a lost claim: does this transaction come to nothing, as the store says? */
    boolean isDoomed(CallerTransaction transaction) {
        assertThat(transaction.isDoomed()).isEqualTo(around.lostClaimsDoomTransactions());
        return transaction.isDoomed();
    }

    /** Some drivers say so, and some answer a commit that rolled back as if nothing were wrong. */
    static void commitInVain(CallerTransaction transaction) {
        try {
            transaction.commit();
        } catch (RuntimeException | AssertionError told) {
            // as it should be
        }
    }

    /** Nobody has anything to do any more. */
    void requireQuiet() {
        around.requireQuiet();
    }

    /** The node that lives now. */
    NodeId node() {
        return node;
    }

    NodeId join() {
        return join(Set.of(ROUTE));
    }

    private NodeId join(Set<Route> serves) {
        var joined = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        store.join(joined, serves, now());
        return joined;
    }

    /** Another node takes the place of the one that lived, whose jobs are not recovered yet. */
    void takeOver(Route... serves) {
        store.leave(node, now());
        node = join(Set.of(serves));
    }

    // Jobs to add.

    NewJob job() {
        return job(ROUTE, 0, now());
    }

    NewJob job(Route route, int priority, Instant dueAt) {
        JobId id = ids.next();
        return new NewJob(id, route, payload(id), new Urgency(priority, dueAt));
    }

    private static Payload payload(JobId id) {
        return Payload.of("{\"order\": \"" + id + "\"}", "receipt " + id);
    }

    NewJob inLane(String lane) {
        return inLane(lane, job());
    }

    /** The same job, in this lane. */
    static NewJob inLane(String lane, NewJob job) {
        return new NewJob(job.id(), job.route(), job.payload(), job.urgency(), Optional.of(lane), job.key());
    }

    /** A job that this lane numbers and does not order. */
    NewJob numberedIn(String lane) {
        return inLane(lane).numberedOnly(true);
    }

    NewJob keyed(KeyScope scope, String key, String json) {
        return keyed(scope, key, json, ROUTE, false);
    }

    NewJob again(String key) {
        return keyed(KeyScope.ACTIVE, key, "{}", ROUTE, true);
    }

    NewJob keyed(KeyScope scope, String key, String json, Route route, boolean again) {
        return new NewJob(
                ids.next(),
                route,
                Payload.of(json, key),
                new Urgency(0, now()),
                Optional.empty(),
                Optional.of(new KeyRequest(scope, key, again)));
    }

    // The verbs, in a few words.

    Inserted insert(NewJob job) {
        return store.insert(List.of(job), now()).get(0);
    }

    JobId add() {
        return insert(job()).id();
    }

    JobId addTo(String lane) {
        return insert(inLane(lane)).id();
    }

    List<JobId> addTo(String lane, int howMany) {
        return IntStream.range(0, howMany).mapToObj(i -> addTo(lane)).toList();
    }

    /** What is answered of a job that is in no lane, or where nobody asked for one. */
    Inserted answer(JobId id, Inserted.Answer answer, JobState state) {
        JobView.Facts facts = find(id).facts();
        return new Inserted(id, answer, state, facts.turn(), facts.createdAt());
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

    /** Whatever can be claimed on these terms, and of a lane so many in a row. */
    List<Claim> claim(Terms terms, int run) {
        var request =
                new ClaimRequest(node, Map.of(ROUTE, terms), List.of(), 100, true, new ClaimRequest.Share(0, run));
        return store.claim(request, now()).claims();
    }

    /** Whatever can be claimed. */
    List<JobId> claimable() {
        return claim(node, 100).claims().stream().map(Claim::id).toList();
    }

    /** Claims the one job there is to claim. */
    Claim claimOne() {
        return claimOne(LIMITS);
    }

    Claim claimOne(Terms terms) {
        List<Claim> claims = claim(terms, 1);
        if (claims.size() != 1) {
            throw new AssertionError("one job was to be claimed, and there were " + claims);
        }
        return claims.get(0);
    }

    Finished finish(Claim claim, Ending ending) {
        return Asking.finish(store, List.of(new Finish(claim.id(), claim.fence(), ending)), now())
                .get(0);
    }

    /** Claims the one job there is to claim, and it is done. */
    JobId doNext() {
        Claim claim = claimOne();
        finish(claim, done());
        return claim.id();
    }

    /** All that can be done, in the order in which it was. */
    List<JobId> doAll() {
        var done = new ArrayList<JobId>();
        for (List<Claim> claims = claim(LIMITS, 1); !claims.isEmpty(); claims = claim(LIMITS, 1)) {
            for (Claim claim : claims) {
                finish(claim, done());
                done.add(claim.id());
            }
        }
        return done;
    }

    /** The node dies, and what it held is recovered by the one that takes its place. */
    Recovered loseNode() {
        takeOver(ROUTE);
        return store.recover(Optional.empty(), 1000, now());
    }

    CommandResult command(JobId job, Act act) {
        return command(new OperatorCommand.OnJob(job, act, BY));
    }

    CommandResult replace(JobId job, JobId by, String json) {
        return command(new OperatorCommand.Replace(job, by, ROUTE.version(), Payload.of(json, "another"), BY));
    }

    CommandResult turnOff(Switch which) {
        return command(new OperatorCommand.TurnOff(which, BY));
    }

    CommandResult turnOn(Switch which) {
        return command(new OperatorCommand.TurnOn(which, BY));
    }

    CommandResult command(OperatorCommand command) {
        return Asking.command(store, List.of(command), now()).get(0);
    }

    JobView find(JobId id) {
        return store.find(id, now()).orElseThrow();
    }

    long number(JobId id) {
        return find(id).facts().turn().orElseThrow().sequence();
    }

    /** How its attempts ended, oldest first. */
    List<AttemptView.Kind> kinds(JobId id) {
        return store.attempts(id).stream().map(AttemptView::kind).toList();
    }

    JobState state(JobId id) {
        return find(id).standing().state();
    }

    /** Is this refused, with that code? */
    static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
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
        return arrange(state, job());
    }

    /** A job of this lane, which has no other but the one behind which it waits, that stands in this state. */
    JobId arrangeIn(String lane, JobState state) {
        return arrange(state, inLane(lane));
    }

    private JobId arrange(JobState state, NewJob job) {
        return switch (state) {
            case SCHEDULED -> insert(later(job)).id();
            case READY -> insert(job).id();
            case WAITING -> job.lane().isPresent() ? waitingIn(job.lane().get()) : waiting();
            case RETRYING -> ended(job, retryIn(Duration.ofSeconds(60)));
            case RUNNING -> claimAdded(job).id();
            case DONE -> ended(job, done());
            case DEAD -> ended(job, new Ending.Dead("NEVER", "it will never work"));
            case HELD -> ended(job, new Ending.Held("TIMEOUT", "no answer"));
            case CANCELLED -> ended(job, new Ending.Cancelled());
        };
    }

    private NewJob later(NewJob job) {
        var inAMinute = new Urgency(0, now().plusSeconds(60));
        return new NewJob(job.id(), job.route(), job.payload(), inAMinute, job.lane(), job.key());
    }

    private JobId waitingIn(String lane) {
        addTo(lane);
        return addTo(lane);
    }

    private JobId waiting() {
        insert(keyed(KeyScope.ACTIVE, "wallet", "{}"));
        claimOne();
        return insert(again("wallet")).id();
    }

    private Claim claimAdded(NewJob job) {
        insert(job);
        return claimOne();
    }

    private JobId ended(NewJob job, Ending ending) {
        Claim claim = claimAdded(job);
        finish(claim, ending);
        return claim.id();
    }
}
