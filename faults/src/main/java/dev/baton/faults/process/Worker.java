package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.checker.Journal;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.RouteCount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A process of the harness, which is killed or halted, or comes to its end: an engine that works, one that also drains what is left,
 * or one that only enqueues beside another.
 */
final class Worker {

    private static final int CONCURRENCY = 6;
    private static final Duration LOOK = Duration.ofMillis(20);
    /** How long a process that works waits for what it has enqueued. */
    private static final Duration WORK = Duration.ofSeconds(3);

    private static final Duration DRAIN = Duration.ofSeconds(40);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int BLOCKED = 2;
    private static final int NOT_DRAINED = 3;

    /** What a process does. */
    enum Mode {
        /** Enqueues and works, for a while. */
        WORK,
        /** Enqueues a lane that stays blocked, and works until nothing is left. */
        DRAIN,
        /** Enqueues only. */
        ENQUEUE,
        /** Removes all that is over. */
        PRUNE
    }

    private final Folder folder;
    private final int life;
    private final Journal journal;

    private Worker(Folder folder, int life, Journal journal) {
        this.folder = folder;
        this.life = life;
        this.journal = journal;
    }

    /** Folder, number of this life, mode, seed, and how many jobs to enqueue. */
    public static void main(String[] args) throws Exception {
        var folder = new Folder(Path.of(args[0]));
        int life = Integer.parseInt(args[1]);
        Mode mode = Mode.valueOf(args[2]);
        var random = new SplittableRandom(Long.parseLong(args[3]));
        boolean drained;
        try (Journal journal = Journal.open(folder.journal(life))) {
            drained = new Worker(folder, life, journal).live(mode, random, Integer.parseInt(args[4]));
        }
        // At once: nothing is left to be done, and whatever hangs is no reason to wait.
        Runtime.getRuntime().halt(drained ? 0 : NOT_DRAINED);
    }

    private boolean live(Mode mode, SplittableRandom random, int jobs)
            throws IOException, SQLException, InterruptedException {
        Baton baton = mode == Mode.ENQUEUE ? caller() : engine(mode);
        // As applications do; told to end, it does so in good order.
        Runtime.getRuntime().addShutdownHook(new Thread(baton::close, "closing"));
        try (baton) {
            var operating = new Operating(baton, journal);
            var enqueuing = new Thread(() -> enqueue(baton, random, mode, jobs), "enqueuing");
            enqueuing.start();
            boolean over = false;
            long most = (mode == Mode.DRAIN ? DRAIN : WORK).toNanos();
            long since = System.nanoTime();
            while (!over && System.nanoTime() - since < most) {
                if (enqueuing.isAlive()) {
                    since = System.nanoTime();
                }
                boolean quiet = !enqueuing.isAlive() && (mode == Mode.ENQUEUE || isQuiet(baton));
                over = mode != Mode.PRUNE && (mode == Mode.ENQUEUE || operating.look() == 0) && quiet;
                pause();
            }
            enqueuing.join();
            return over || mode != Mode.DRAIN;
        }
    }

    private void enqueue(Baton baton, SplittableRandom random, Mode mode, int jobs) {
        var enqueuing = new Enqueuing(baton, journal, folder.database(), random.split(), String.valueOf(life));
        try {
            if (mode == Mode.DRAIN) {
                enqueuing.enqueueBlocked(BLOCKED);
            } else {
                enqueuing.enqueue(jobs);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Baton caller() {
        return Baton.on(SqliteStore.open(folder.database()))
                .enqueues(Stream.of(Kind.values()).map(Kind::type).toArray(JobType<?>[]::new))
                .start();
    }

    private Baton engine(Mode mode) {
        var handling = new Handling(journal, folder.database());
        BatonBuilder builder = Baton.on(SqliteStore.open(folder.database()))
                .concurrency(CONCURRENCY)
                .pollEvery(Duration.ofMillis(100))
                .grace(GRACE)
                .listener(this::tell);
        if (mode == Mode.PRUNE) {
            builder.retention(Duration.ofMillis(1), Duration.ofMillis(50));
        }
        for (Kind kind : Kind.values()) {
            builder.decide(kind.type(), handling, (work, run, with) -> with.handle(work, run));
        }
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

    private static void pause() throws InterruptedException {
        boolean unexpected = new CountDownLatch(1).await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        assert !unexpected;
    }
}
