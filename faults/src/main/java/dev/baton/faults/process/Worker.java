package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.checker.Journal;
import dev.baton.faults.process.Assignment.Mode;
import dev.baton.job.BatonException;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.store.RouteCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process of the harness, which is killed or halted, or comes to its end: an engine that works, one that also drains what is left,
 * or one that only enqueues beside others.
 */
final class Worker {

    private static final int CONCURRENCY = 6;
    private static final Duration LOOK = Duration.ofMillis(20);
    /** Who stays for long looks less often. */
    private static final Duration LOOK_AT_LEISURE = Duration.ofMillis(100);
    /** How long a process that works waits for what it has enqueued. */
    private static final Duration WORK = Duration.ofSeconds(10);

    private static final Duration PRUNE = Duration.ofMillis(1_500);
    private static final Duration DRAIN = Duration.ofSeconds(40);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);
    private static final int BEATS_A_LEASE = 6;
    private static final int BLOCKED = 2;
    private static final int NOT_DRAINED = 3;
    private static final int LEFT_ALONE = 4;

    private final Folder folder;
    private final Database database;
    private final int life;
    private final Journal journal;
    private final Assignment assignment;

    private Worker(Folder folder, Database database, int life, Journal journal, Assignment assignment) {
        this.folder = folder;
        this.database = database;
        this.life = life;
        this.journal = journal;
        this.assignment = assignment;
    }

    /** Folder, number of this life, where the jobs are, and what to do. */
    public static void main(String[] args) throws Exception {
        var folder = new Folder(Path.of(args[0]));
        int life = Integer.parseInt(args[1]);
        Assignment assignment = Assignment.of(List.of(args).subList(3, args.length));
        endWithParent();
        boolean drained;
        try (Journal journal = Journal.open(folder.journal(life))) {
            drained = new Worker(folder, Database.at(args[2]), life, journal, assignment).live();
        }
        // At once: nothing is left to be done, and whatever hangs is no reason to wait.
        Runtime.getRuntime().halt(drained ? 0 : NOT_DRAINED);
    }

    /** Ends this process when whoever started it is gone, as it would have been ended by then. */
    static void endWithParent() {
        var orphaned = new Thread(Worker::awaitParentsEnd, "parent");
        orphaned.setDaemon(true);
        orphaned.start();
    }

    private static void awaitParentsEnd() {
        try {
            while (System.in.read() >= 0) {
                // nothing to read
            }
        } catch (IOException gone) {
            // the same
        }
        Runtime.getRuntime().halt(LEFT_ALONE);
    }

    private boolean live() throws IOException, InterruptedException {
        Mode mode = assignment.mode();
        Baton baton = mode.isEngine() ? engine() : caller();
        // As applications do; told to end, it does so in good order.
        Runtime.getRuntime().addShutdownHook(new Thread(baton::close, "closing"));
        try (baton) {
            var operating = new Operating(baton, journal, folder.effects(), String.valueOf(life));
            var enqueuing = new Thread(() -> enqueue(baton, operating), "enqueuing");
            enqueuing.start();
            boolean over = false;
            long most = most(mode).toNanos();
            long since = System.nanoTime();
            while (!over && System.nanoTime() - since < most) {
                if (enqueuing.isAlive() || mode.goesOn()) {
                    since = System.nanoTime();
                }
                boolean allAdded = !enqueuing.isAlive();
                over = look(baton, operating) && allAdded && !mode.goesOn();
                pause(mode.goesOn() ? LOOK_AT_LEISURE : LOOK);
            }
            enqueuing.join();
            return over || mode != Mode.DRAIN;
        }
    }

    private static Duration most(Mode mode) {
        return switch (mode) {
            case DRAIN -> DRAIN;
            case PRUNE -> PRUNE;
            default -> WORK;
        };
    }

    /** Sees to what is to be seen to; true if nothing is left that could move, and nothing died while that was found out. */
    private boolean look(Baton baton, Operating operating) throws IOException {
        if (!assignment.mode().isEngine()) {
            return true;
        }
        try {
            boolean seenTo = assignment.mode() != Mode.PRUNE && operating.look() == 0;
            return seenTo && isQuiet(baton) && operating.look() == 0;
        } catch (BatonException notNow) {
            return false;
        }
    }

    private void enqueue(Baton baton, Operating operating) {
        var random = new SplittableRandom(assignment.seed());
        var enqueuing = new Enqueuing(baton, journal, database, operating, random, String.valueOf(life));
        try {
            if (assignment.mode() == Mode.DRAIN) {
                enqueuing.enqueueBlocked(BLOCKED);
            } else {
                enqueuing.enqueue(assignment.jobs(), assignment.mode().goesOn() ? LONGEST_PAUSE : Duration.ZERO);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Baton caller() {
        return Baton.on(database.open())
                .enqueues(Stream.of(Kind.values()).map(Kind::type).toArray(JobType<?>[]::new))
                .start();
    }

    private Baton engine() throws IOException {
        var handling = new Handling(journal, database, folder.effects());
        Duration lease = assignment.lease();
        BatonBuilder builder = Baton.on(database.open())
                .concurrency(CONCURRENCY)
                .pollEvery(Duration.ofMillis(100))
                .heartbeat(lease.dividedBy(BEATS_A_LEASE), lease)
                .recoverEvery(lease.dividedBy(BEATS_A_LEASE))
                .grace(GRACE)
                .listener(this::tell);
        if (assignment.mode() == Mode.PRUNE) {
            builder.retention(Duration.ofMillis(1), Duration.ofMillis(50));
        }
        for (Kind kind : Kind.values()) {
            builder.decide(kind.type(), handling, (work, run, with) -> with.handle(work, run));
        }
        builder.reconcile(Kind.ASKED.type(), handling, (work, doubts, run, with) -> with.reconcile(work, run));
        return builder.start();
    }

    private void tell(Event event) {
        try {
            if (event instanceof Event.LaneBlocked blocked) {
                journal.alerted(blocked.jobId().toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does nothing stand that could move? What waits behind one that blocks for good cannot. */
    private static boolean isQuiet(Baton baton) {
        List<RouteCount> counts = baton.counts();
        return counts.stream().allMatch(each -> each.state() == JobState.DEAD || each.state() == JobState.WAITING);
    }

    private static void pause(Duration time) throws InterruptedException {
        boolean unexpected = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        assert !unexpected;
    }
}
