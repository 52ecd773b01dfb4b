package dev.baton.testkit.engine;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.DecidingHandler;
import dev.baton.job.Handler;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.Recorder;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** An engine on a store, with a clock moved by hand, and words for what the contract keeps saying. */
final class EngineUnderTest {

    /** A payload. */
    record Note(String text) {}

    static final Duration LONG = Duration.ofMinutes(1);
    static final By BY = new By("alice", "because");
    static final JobType<Note> NOTE = JobType.of("note.take", Note.class)
            .retry(Retry.exponential(Duration.ofSeconds(2)).attempts(3))
            .label(note -> "note " + note.text());
    static final Route ROUTE = new Route("default", "note.take", 1);

    final ManualClock clock;
    final Recorder<Event> events = new Recorder<>();
    private final Function<JobStore, CallerTransaction> transactions;
    private final List<Baton> started = new ArrayList<>();
    private final Random random = new Random(7);
    private JobStore store;

    EngineUnderTest(JobStore store, ManualClock clock, Function<JobStore, CallerTransaction> transactions) {
        this.store = store;
        this.clock = clock;
        this.transactions = transactions;
    }

    JobStore store() {
        return store;
    }

    void replaceStore(JobStore other) {
        store = other;
    }

    CallerTransaction begin() {
        return transactions.apply(store);
    }

    BatonBuilder setup() {
        return Baton.on(store).timeline(clock).random(random).listener(events::accept);
    }

    Baton start(UnaryOperator<BatonBuilder> setup) {
        Baton baton = setup.apply(setup()).start();
        started.add(baton);
        return baton;
    }

    /** Has it closed when the test is over. */
    void closeLater(Baton baton) {
        started.add(baton);
    }

    /** An engine whose handler of notes does this. */
    Baton handling(Handler<Note, EngineUnderTest> handler) {
        return start(setup -> setup.handle(NOTE, this, handler));
    }

    /** An engine whose handler of notes answers this. */
    Baton deciding(DecidingHandler<Note, EngineUnderTest> handler) {
        return start(setup -> setup.decide(NOTE, this, handler));
    }

    /** A process that claims so many notes and is never heard of again; the store still has them as running. */
    List<Claim> claimedByTheDead(int howMany) {
        return claimedByTheDead(howMany, Terms.of(NOTE.retry().attempts(), 3));
    }

    /** The same of another route: all that are due. */
    List<Claim> claimedByTheDead(Route route) {
        return claimedByTheDead(route, 100, Terms.of(NOTE.retry().attempts(), 3));
    }

    /** The same, on these terms. */
    List<Claim> claimedByTheDead(int howMany, Terms terms) {
        return claimedByTheDead(ROUTE, howMany, terms);
    }

    private List<Claim> claimedByTheDead(Route route, int howMany, Terms terms) {
        var node = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        store.join(node, Set.of(route), clock.instant());
        return store.claim(
                        new ClaimRequest(
                                node, Map.of(route, terms), List.of(), howMany, true, ClaimRequest.Share.FIRST),
                        clock.instant())
                .claims();
    }

    /** A note that is due too late for an engine to take it by itself, and a moment later is not. */
    JobId addUnnoticed() {
        var late = new NewJob(
                new JobIds(clock, random).next(),
                ROUTE,
                Payload.of("{\"text\":\"late\"}", "late"),
                new Urgency(0, clock.instant().plusSeconds(1)));
        store.insert(List.of(late), clock.instant());
        return late.id();
    }

    /** The claim of a node that has forgotten about it, a moment from now. */
    void claimFor(NodeId node) {
        var terms = Map.of(ROUTE, Terms.of(NOTE.retry().attempts(), 3));
        store.claim(
                new ClaimRequest(node, terms, List.of(), 1, true, ClaimRequest.Share.FIRST),
                clock.instant().plusSeconds(1));
    }

    /** What the next process does first, and nothing else: it dies right after that. */
    void recoverOnly() {
        store.join(new NodeId(new UUID(random.nextLong(), random.nextLong())), Set.of(ROUTE), clock.instant());
        store.recover(Optional.empty(), 1_000, clock.instant());
        store.liveNodes().forEach(node -> store.leave(node.node(), clock.instant()));
    }

    /** Adds jobs without an engine. */
    List<JobId> addNotes(int howMany) {
        var ids = new JobIds(clock, random);
        var jobs = new ArrayList<NewJob>();
        for (int i = 0; i < howMany; i++) {
            jobs.add(new NewJob(
                    ids.next(),
                    ROUTE,
                    Payload.of("{\"text\":\"" + i + "\"}", "note " + i),
                    new Urgency(0, clock.instant())));
        }
        store.insert(jobs, clock.instant());
        return jobs.stream().map(NewJob::id).toList();
    }

    JobId addRaw(Route route, Payload payload) {
        var job = new NewJob(new JobIds(clock, random).next(), route, payload, new Urgency(0, clock.instant()));
        store.insert(List.of(job), clock.instant());
        return job.id();
    }

    /** An operator does this to a job. */
    void command(JobId job, Act act) {
        store.command(List.of(new OperatorCommand.OnJob(job, act, BY)), clock.instant())
                .get(0)
                .orThrow();
    }

    JobView find(JobId job) {
        return store.find(job, clock.instant()).orElseThrow();
    }

    JobState state(JobId job) {
        return find(job).standing().state();
    }

    /** Lets time pass, in small steps, until this is so. */
    void passTimeUntil(BooleanSupplier condition) throws InterruptedException {
        clock.advanceUntil(condition);
    }

    /** Waits for an event of this kind about this job. */
    <E extends Event.JobEvent> E await(Class<E> kind, JobId job) throws InterruptedException {
        return events.await(kind, event -> event.jobId().equals(job));
    }

    /** Closes it while time goes on, so slowly that handlers and the store have the time that is meant for them. */
    void close(Baton baton) throws InterruptedException {
        CompletableFuture<Boolean> closing = Aside.run(baton::close);
        Polling.until(() -> {
            clock.advance(Duration.ofMillis(50));
            return closing.isDone();
        });
    }

    /** The same until a handler at this gate was told to end; it and the store may take as long as they like for that. */
    void close(Baton baton, Gate gate) throws InterruptedException {
        CompletableFuture<Boolean> closing = Aside.run(baton::close);
        Polling.until(() -> {
            if (!gate.wasInterrupted()) {
                clock.advance(Duration.ofMillis(50));
            }
            return closing.isDone();
        });
    }

    /** Time goes on while it ends, so that a handler some test left behind is not waited for for ever. */
    void close() throws InterruptedException {
        CompletableFuture<Boolean> closing = Aside.run(() -> started.forEach(Baton::close));
        passTimeUntil(closing::isDone);
        store.close();
    }
}
