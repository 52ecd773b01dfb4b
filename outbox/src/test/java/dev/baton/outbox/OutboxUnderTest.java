package dev.baton.outbox;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.JobStore;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.testkit.ManualClock;
import dev.baton.testkit.Recorder;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An outbox on a store, with a rail of each kind that all lead to one book, and words for what the contract keeps saying. */
final class OutboxUnderTest {

    static final By BY = new By("alice", "asked the bank");
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration A_WHILE = Duration.ofSeconds(1);
    static final Duration QUIET = Duration.ofSeconds(10);
    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final Codes CODES =
            Codes.accepting("OK").terminal("NO_ACCOUNT").retryable("BUSY").unknown("MAYBE");

    final ManualClock clock;
    final Recorder<Event> events = new Recorder<>();
    final Book book;
    private final Place place;
    private final List<Baton> started = new ArrayList<>();
    private final Random random = new Random(7);
    private JobStore store;
    private @Nullable Baton baton;
    int slots = 10;
    /** What happens when the destination is looked at, right before the gate. */
    volatile Runnable beforeGate = () -> {};
    /** What else is said of every rail. */
    UnaryOperator<Rail> also = UnaryOperator.identity();

    /** How the store is used by others, and what becomes of it. */
    record Place(
            Function<JobStore, CallerTransaction> begin,
            UnaryOperator<JobStore> crash,
            UnaryOperator<JobStore> silence) {}

    OutboxUnderTest(JobStore store, ManualClock clock, Place place) {
        this.store = store;
        this.clock = clock;
        this.place = place;
        this.book = new Book(clock);
    }

    /** The rails as they are known to who enqueues. */
    Rails rails() {
        return rails(destination -> !destination.startsWith("bad"));
    }

    private Rails rails(Predicate<String> destinations) {
        UnaryOperator<Rail> terms =
                rail -> also.apply(rail.timeout(TIMEOUT).quiet(QUIET).destinations(destinations));
        return Rails.of(
                terms.apply(Rail.idempotent("sepa", CODES, book::send)),
                terms.apply(Rail.queryable("swift", CODES, book::send, book::find)),
                terms.apply(Rail.neither("cash", CODES, book::send)));
    }

    /** An outbox whose payments are sent. */
    Outbox start() {
        return start(UnaryOperator.identity());
    }

    /** The same, with other settings. */
    Outbox start(UnaryOperator<Rails> changes) {
        Rails sending = rails(destination -> {
            beforeGate.run();
            return !destination.startsWith("worse");
        });
        return on(changes.apply(sending).dispatchedBy(setup()), rails());
    }

    /** An outbox whose payments nobody sends. */
    Outbox startIdle() {
        return startIdle(UnaryOperator.identity());
    }

    /** The same, with other settings. */
    Outbox startIdle(UnaryOperator<Rails> changes) {
        return on(changes.apply(rails()).announcedTo(setup()), rails());
    }

    private BatonBuilder setup() {
        return Baton.on(store).concurrency(slots).timeline(clock).random(random).listener(events::accept);
    }

    private Outbox on(BatonBuilder setup, Rails rails) {
        Baton fresh = setup.start();
        baton = fresh;
        started.add(fresh);
        return new Outbox(fresh, rails);
    }

    Baton baton() {
        return Objects.requireNonNull(baton, "started before");
    }

    JobStore store() {
        return store;
    }

    CallerTransaction begin() {
        return place.begin().apply(store);
    }

    /** Every process dies. */
    void crash() {
        store = place.crash().apply(store);
    }

    static Payment payment(String participant, String key) {
        return payment("sepa", participant, key);
    }

    static Payment payment(String rail, String participant, String key) {
        return new Payment(new Instruction("instr", key), participant, rail, Money.of("12.50", "EUR"), "DE02 1203");
    }

    /** The payment is there, and a process that has claimed it dies; what it has sent by then it wrote down before, or nothing. */
    JobId lost(String rail, boolean called) throws InterruptedException {
        JobId payment = abandoned(rail, called);
        crash();
        return payment;
    }

    /** The same, and nobody knows yet that the process is dead. */
    JobId lostInSilence(String rail) throws InterruptedException {
        JobId payment = abandoned(rail, false);
        store = place.silence().apply(store);
        return payment;
    }

    private JobId abandoned(String rail, boolean called) throws InterruptedException {
        Outbox idle = startIdle();
        JobId payment = idle.enqueue(payment(rail, "alice", "lost")).id();
        stopAndReopen();
        var route = new Route("outbox." + rail, "outbox.payment", 1);
        var node = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        store.join(node, Set.of(route), clock.instant());
        var terms = Terms.of(20, 3).onCrash(CrashPolicy.RECONCILE);
        Claim claim = store.claim(
                        new ClaimRequest(node, Map.of(route, terms), List.of(), 1, true, ClaimRequest.Share.FIRST),
                        clock.instant())
                .claims()
                .get(0);
        if (called) {
            String note = "{\"called\":" + claim.fence() + ",\"doubtedAt\":0,\"restoredAt\":0}";
            store.checkpoint(List.of(new Checkpoint(payment, claim.fence(), note)), clock.instant());
        }
        return payment;
    }

    /** The process ends, and its store with it. */
    void stopAndReopen() throws InterruptedException {
        close(baton());
        store = place.crash().apply(store);
    }

    PaymentStatus status(JobId payment) {
        return store.find(payment, clock.instant()).map(PaymentStatus::of).orElseThrow();
    }

    PaymentState state(JobId payment) {
        return status(payment).state();
    }

    void passTimeUntil(BooleanSupplier condition) throws InterruptedException {
        clock.advanceUntil(condition);
    }

    /** So slowly that nothing comes too late on a machine that is busy: a second of it takes a tenth of that. */
    void passTimeSlowlyUntil(BooleanSupplier condition) {
        await(() -> {
            clock.advance(Duration.ofMillis(20));
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
            return condition.getAsBoolean();
        });
    }

    /** Waits, while the clock stands still, until this is so. */
    static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("It did not come about within " + PATIENCE);
            }
            Thread.onSpinWait();
        }
    }

    void await(PaymentState wanted, JobId payment) {
        await(() -> state(payment) == wanted);
    }

    /** How many alarms are set when everybody waits: as many as there are, when no more have been set for a while. */
    int alarmsAtRest() throws InterruptedException {
        int set = 0;
        while (true) {
            try {
                clock.awaitAlarms(set + 1, A_WHILE);
                set++;
            } catch (AssertionError noMore) {
                return set;
            }
        }
    }

    void passTimeUntil(PaymentState wanted, JobId payment) throws InterruptedException {
        passTimeUntil(() -> state(payment) == wanted);
    }

    void passTime(Duration time) throws InterruptedException {
        Instant then = clock.instant().plus(time);
        passTimeUntil(() -> !clock.instant().isBefore(then));
    }

    private void close(Baton one) throws InterruptedException {
        started.remove(one);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(one::close);
        passTimeUntil(closing::isDone);
    }

    /** Time goes on while it ends, so that a call some test left behind is not waited for for ever. */
    void close() throws InterruptedException {
        book.letGo();
        requireEvidence();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> started.forEach(Baton::close));
        passTimeUntil(closing::isDone);
        store.close();
    }

    /** Whatever a test has done to payments, there is evidence of all of it. */
    private void requireEvidence() {
        Evidence.of(store).verify(new Evidence.Listener() {
            @Override
            public void found(EvidenceFinding finding) {
                throw new AssertionError(finding.toString());
            }
        });
    }
}
