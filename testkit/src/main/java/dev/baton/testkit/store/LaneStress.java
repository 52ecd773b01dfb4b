package dev.baton.testkit.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Producers with their own transactions, which they sometimes roll back; finishers that end, retry, give back or forget what they
 * claimed; an operator who cancels, kills, skips and retries; and one who takes the node for dead while it works. Some lanes run
 * strictly, some in runs. Whatever begins or is recorded before its predecessors have left the lane is a violation.
 */
final class LaneStress {

    private static final int LANES = 6;
    private static final int BACKLOG_MAX = 400;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Route STRICT = new Route("default", "strict", 1);
    private static final Route IN_RUNS = new Route("default", "in-runs", 1);
    private static final Map<Route, Terms> ROUTES = Map.of(
            STRICT, Terms.of(1_000, 1_000), IN_RUNS, Terms.of(1_000, 1_000).replayed());

    private final StoreUnderTest it;
    private final JobStore store;
    private final Map<Turn, JobId> jobs = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Map<String, AtomicInteger> tally = new ConcurrentHashMap<>();
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong finishes = new AtomicLong();
    private volatile NodeId node;
    private volatile boolean draining;

    private interface Step {
        void take(Random random);
    }

    LaneStress(StoreUnderTest it) {
        this.it = it;
        this.store = it.store;
        this.node = it.node();
        List.of("added", "rolled back", "begun", "done", "fenced", "cancelled", "recovered", "in runs")
                .forEach(this::counter);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    Map<String, Integer> tally() {
        var counts = new ConcurrentHashMap<String, Integer>();
        tally.forEach((what, times) -> counts.put(what, times.get()));
        return counts;
    }

    int committed() {
        return jobs.size();
    }

    void run(Duration duration) throws InterruptedException {
        long deadline = System.nanoTime() + duration.toNanos();
        BooleanSupplier inTime =
                () -> violations.isEmpty() && (System.nanoTime() - deadline < 0 || isSomethingMissing(deadline));
        BooleanSupplier untilEmpty = () -> violations.isEmpty() && (!draining || isAnythingLeft());
        var disturbers = new ArrayList<Thread>();
        var finishers = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            disturbers.add(start(i, this::produce, inTime));
            finishers.add(start(100 + i, this::finish, untilEmpty));
        }
        disturbers.add(start(200, this::operate, inTime));
        disturbers.add(start(300, this::takeForDead, inTime));
        for (Thread disturber : disturbers) {
            disturber.join();
        }
        // From now on nothing is forgotten. What was is still running, and nobody owns it: the node is taken for dead
        // once more.
        draining = true;
        takeForDead(new Random(0));
        for (Thread finisher : finishers) {
            finisher.join(PATIENCE.toMillis());
            if (finisher.isAlive()) {
                violations.add("stuck: " + standing());
            }
        }
    }

    /** On a busy machine it goes on for a while, until every kind of trouble has happened. */
    private boolean isSomethingMissing(long deadline) {
        return System.nanoTime() - deadline < PATIENCE.toNanos()
                && tally.values().stream().anyMatch(times -> times.get() == 0);
    }

    private Thread start(int seed, Step step, BooleanSupplier goesOn) {
        var thread = new Thread(() -> repeat(seed, step, goesOn), "lane-stress " + seed);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void repeat(int seed, Step step, BooleanSupplier goesOn) {
        var random = new Random(seed);
        while (goesOn.getAsBoolean()) {
            try {
                step.take(random);
            } catch (RuntimeException | AssertionError e) {
                violations.add("thrown: " + e);
                return;
            }
        }
    }

    private void produce(Random random) {
        if (jobs.size() - done() > BACKLOG_MAX) {
            Thread.onSpinWait();
            return;
        }
        var batch = new ArrayList<NewJob>();
        for (int i = 0; i <= random.nextInt(4); i++) {
            int lane = random.nextInt(LANES);
            batch.add(StoreUnderTest.inLane("lane-" + lane, it.job(lane % 2 == 0 ? STRICT : IN_RUNS, 0, it.now())));
        }
        List<Inserted> added;
        if (random.nextInt(3) == 0) {
            added = store.insert(batch, it.now());
        } else {
            try (CallerTransaction transaction = it.begin()) {
                added = store.insert(transaction.handle(), batch, it.now());
                if (random.nextInt(8) == 0) {
                    count("rolled back");
                    return;
                }
                transaction.commit();
            }
        }
        added.forEach(job -> jobs.put(job.turn().orElseThrow(), job.id()));
        count("added");
    }

    private int done() {
        return counter("done").get() + counter("cancelled").get();
    }

    private void finish(Random random) {
        var share = new ClaimRequest.Share(turns.getAndIncrement(), 1 + random.nextInt(6));
        var request = new ClaimRequest(node, ROUTES, List.of(), 1 + random.nextInt(3), true, share);
        List<Claim> claims = store.claim(request, it.now()).claims();
        for (Claim claim : claims) {
            begin(claim, claims);
        }
        if (claims.isEmpty() || (!draining && random.nextInt(20) == 0)) {
            return; // forgotten, until the node is taken for dead
        }
        var finishes = new ArrayList<Finish>();
        var closed = new ArrayList<String>();
        for (Claim claim : claims) {
            Turn turn = claim.turn().orElseThrow();
            Ending ending = closed.contains(turn.lane()) ? new Ending.Unstarted(it.now()) : ending(random);
            if (!(ending instanceof Ending.Done)) {
                closed.add(turn.lane());
            }
            finishes.add(new Finish(claim.id(), claim.fence(), ending));
        }
        List<Finished> answers = random.nextBoolean() ? oneByOne(finishes) : Asking.finish(store, finishes, it.now());
        this.finishes.incrementAndGet();
        for (int i = 0; i < answers.size(); i++) {
            recorded(claims.get(i), finishes.get(i).ending(), answers.get(i));
        }
    }

    /** As the ends of a strict lane are written. */
    private List<Finished> oneByOne(List<Finish> finishes) {
        var answers = new ArrayList<Finished>();
        finishes.forEach(each -> answers.addAll(Asking.finish(store, List.of(each), it.now())));
        return answers;
    }

    private Ending ending(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> new Ending.Retry(it.now(), "AGAIN", "");
            case 1 -> new Ending.Released();
            case 2 -> random.nextInt(4) == 0 ? new Ending.Dead("NEVER", "") : new Ending.Snooze(it.now());
            case 3 -> new Ending.Unstarted(it.now());
            default -> new Ending.Done(Optional.empty());
        };
    }

    /** A head begins when all before it have left; one of a run, when all before its run have. */
    private void begin(Claim claim, List<Claim> claims) {
        Turn turn = claim.turn().orElseThrow();
        long head = claims.stream()
                .map(each -> each.turn().orElseThrow())
                .filter(each -> each.lane().equals(turn.lane()))
                .mapToLong(Turn::sequence)
                .min()
                .orElseThrow();
        count(head == turn.sequence() ? "begun" : "in runs");
        requireLeft(turn.lane(), head, "began " + turn);
    }

    private void recorded(Claim claim, Ending ending, Finished answer) {
        Turn turn = claim.turn().orElseThrow();
        if (answer.answer() == Finished.Answer.FENCED) {
            count("fenced");
        } else if (answer.answer() == Finished.Answer.OUT_OF_TURN) {
            count("out of turn");
        } else if (answer.state().filter(JobState.DONE::equals).isPresent() && ending instanceof Ending.Done) {
            count("done");
            requireLeft(turn.lane(), turn.sequence(), "recorded " + turn);
        }
    }

    /** All of the lane before this number are over. */
    private void requireLeft(String lane, long before, String what) {
        var ids = new ArrayList<JobId>();
        for (long number = Math.max(1, before - 8); number < before; number++) {
            ids.add(known(new Turn(lane, number)));
        }
        Collection<JobView.Standing> standings = store.standings(ids, it.now()).values();
        for (JobView.Standing standing : standings) {
            if (!standing.state().isFinal()) {
                violations.add(what + " while one before it was " + standing.state());
            }
        }
    }

    /** A producer may not have had the time to say what it has committed. */
    private JobId known(Turn turn) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - deadline < 0) {
            JobId id = jobs.get(turn);
            if (id != null) {
                return id;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("nobody has added " + turn);
    }

    private void operate(Random random) {
        List<JobView> parked = store.list(JobFilter.ALL.state(JobState.DEAD), Optional.empty(), 10, it.now());
        parked.forEach(job -> it.command(job.id(), random.nextBoolean() ? Act.SKIP : Act.RETRY));
        List<JobView> some = store.list(JobFilter.ALL, Optional.empty(), 1 + random.nextInt(50), it.now());
        if (!some.isEmpty() && random.nextInt(3) == 0) {
            JobView job = some.get(random.nextInt(some.size()));
            it.command(job.id(), random.nextInt(3) == 0 ? Act.KILL : Act.CANCEL);
            count("cancelled");
        }
    }

    /** In two steps, as recovery goes in batches: what is left of a run is finished by its owner between them. */
    private void takeForDead(Random random) {
        var fresh = new NodeId(UUID.randomUUID());
        try {
            store.leave(node, it.now());
            store.join(fresh, ROUTES.keySet(), it.now());
        } catch (BatonException e) {
            throw new AssertionError("a new node could not join", e);
        }
        node = fresh;
        store.recover(Optional.empty(), 1 + random.nextInt(4), it.now());
        letOthersFinish();
        int moved = store.recover(Optional.empty(), 1_000, it.now()).moved().size();
        counter("recovered").addAndGet(moved);
    }

    private void letOthersFinish() {
        long finishes = this.finishes.get();
        long deadline = System.nanoTime() + Duration.ofMillis(5).toNanos();
        while (this.finishes.get() < finishes + 4 && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
    }

    private boolean isAnythingLeft() {
        operateOnParked();
        return violations.isEmpty() && !store.counts(1, it.now()).isEmpty();
    }

    private void operateOnParked() {
        store.list(JobFilter.ALL.state(JobState.DEAD), Optional.empty(), 10, it.now())
                .forEach(job -> it.command(job.id(), Act.RETRY));
    }

    private String standing() {
        return store.list(JobFilter.ALL, Optional.empty(), 1_000, it.now()).stream()
                .filter(job -> !job.standing().state().isFinal())
                .limit(10)
                .map(job ->
                        job.facts().turn().orElseThrow() + " " + job.standing().state())
                .toList()
                .toString();
    }

    private void count(String what) {
        counter(what).incrementAndGet();
    }

    private AtomicInteger counter(String what) {
        return tally.computeIfAbsent(what, any -> new AtomicInteger());
    }
}
