package dev.baton.postgres;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Hints;
import dev.baton.store.Finish;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is woken when there is work: the nodes of this process by a hint, those of others by a notification of the server's. One
 * notification stands for all that was committed before it, and under load one is sent now and then. All of it is a hint: if one
 * gets lost, work is found by those who poll.
 */
final class Wakeups implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    /** Under load; who has sent none for so long sends at once. */
    private static final Duration SENDS_EVERY = Duration.ofMillis(40);
    /** The line is let go so often, for those who want to say something on it. */
    private static final Duration LISTENS_FOR = Duration.ofMillis(25);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration END_WITHIN = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final Line line;
    private final String channel;
    private final Hints hints = new Hints(LOG);
    private final Room room = new Room();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean wanted;
    private long lastSent = System.nanoTime() - SENDS_EVERY.toNanos();
    private boolean closed;
    private @Nullable Thread thread;

    Wakeups(Transactions transactions, Line line, String channel) {
        this.transactions = transactions;
        this.line = line;
        this.channel = channel;
    }

    Room room() {
        return room;
    }

    /** Has this called when there may be work. */
    AutoCloseable add(Runnable hint) {
        AutoCloseable registered = hints.add(hint);
        begin(false);
        return registered;
    }

    /** There may be something to do on these routes. Others hear of it unless it can be done here. */
    void work(Collection<Route> routes) {
        boolean here = room.isThereFor(routes);
        hints.give();
        if (!here) {
            others();
        }
    }

    /** These have ended. Others hear of it if that makes room under a limit. */
    void ended(List<Finish> ends) {
        if (room.isMadeBy(ends)) {
            others();
        }
    }

    /** There may be something to do that those who are woken here can take. */
    void workHere() {
        hints.give();
    }

    /** The next jobs of lanes are ready, on these routes. Others hear of it unless all of them are taken here, where there is room now. */
    void ready(Set<Route> routes) {
        if (!room.isTaken(routes)) {
            others();
        }
    }

    /** There is something to do for other processes. */
    void others() {
        begin(true);
    }

    private void begin(boolean wantsOthers) {
        lock.lock();
        try {
            wanted |= wantsOthers;
            if (thread == null && !closed) {
                var waking = new Thread(this::run, "baton-postgres-wakeups");
                waking.setDaemon(true);
                waking.start();
                thread = waking;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        Duration pause = FIRST_PAUSE;
        try {
            while (awaitTurn()) {
                try {
                    turn();
                    pause = FIRST_PAUSE;
                } catch (SQLException | RuntimeException e) {
                    LOG.debug("wake_failed", e);
                    sleep(pause);
                    Duration longer = pause.multipliedBy(2);
                    pause = longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer;
                }
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void turn() throws SQLException {
        if (takeWanted()) {
            send();
        }
        if (!hints.isEmpty() && !isClosed() && line.listen(LISTENS_FOR)) {
            hints.give();
        }
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** A process without a node has no line; it borrows a connection for a moment. */
    private void send() {
        FaultPoint.NOTIFY_BEFORE_SEND.hit();
        Work<Boolean> tell =
                on -> !on.query(WakeSql.NOTIFY, row -> true, "channel", channel).isEmpty();
        if (line.isOpen()) {
            line.write(tell);
        } else {
            transactions.write(tell);
        }
    }

    /**
     * Who listens has always something to do; who does not waits until there is somebody to be told. False at the end, when all was
     * told.
     */
    private boolean awaitTurn() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && hints.isEmpty() && !wanted) {
                changed.await();
            }
            while (!closed && hints.isEmpty() && untilNext() > 0) {
                changed.awaitNanos(untilNext());
            }
            return !closed || wanted;
        } finally {
            lock.unlock();
        }
    }

    private long untilNext() {
        return lastSent + SENDS_EVERY.toNanos() - System.nanoTime();
    }

    private boolean takeWanted() {
        lock.lock();
        try {
            boolean now = wanted && (closed || untilNext() <= 0);
            if (now) {
                wanted = false;
                lastSent = System.nanoTime();
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    private void sleep(Duration pause) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = pause.toNanos();
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        Thread waking;
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            waking = thread;
        } finally {
            lock.unlock();
        }
        if (waking != null && !waking.equals(Thread.currentThread())) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(waking, END_WITHIN.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        line.close();
    }
}
