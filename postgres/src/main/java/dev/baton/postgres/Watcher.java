package dev.baton.postgres;

import dev.baton.store.Route;
import dev.baton.store.StoreUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices when transactions of callers end that have added or ended jobs, by asking the server for them, and hints if they were
 * committed. It asks for nothing while none is open, less and less often the longer one is, and forgets what is too much: who polls
 * finds the work all the same.
 */
final class Watcher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    private static final int OPEN_MAX = 10_000;
    private static final Duration FIRST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofMillis(200);

    private final Transactions transactions;
    private final Wakeups wakeups;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Set<Route>> open = new HashMap<>();
    private Duration pause = FIRST;
    private boolean closed;
    private @Nullable Thread thread;

    Watcher(Transactions transactions, Wakeups wakeups) {
        this.transactions = transactions;
        this.wakeups = wakeups;
    }

    /** A transaction of a caller's in which something was done that may bring work on these routes. */
    void watch(String transaction, Set<Route> routes) {
        lock.lock();
        try {
            boolean known = open.containsKey(transaction);
            if (!closed && (known || open.size() < OPEN_MAX)) {
                open.computeIfAbsent(transaction, any -> new HashSet<>()).addAll(routes);
            }
            if (!closed && !known) {
                pause = FIRST;
                start();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        if (thread == null) {
            var watching = new Thread(this::watchAll, "baton-postgres-watcher");
            watching.setDaemon(true);
            watching.start();
            thread = watching;
        }
    }

    private void watchAll() {
        try {
            for (List<String> asked = next(); !asked.isEmpty(); asked = next()) {
                forget(ended(asked)).ifPresent(wakeups::work);
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is open, after a while; nothing if it is to end. */
    private List<String> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!closed && open.isEmpty()) {
                changed.await();
            }
            long left = pause.toNanos();
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            Duration longer = pause.multipliedBy(2);
            pause = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
            return closed ? List.of() : List.copyOf(open.keySet());
        } finally {
            lock.unlock();
        }
    }

    /** On which routes there may be work now, if any of these was committed. */
    private Optional<Set<Route>> forget(List<Ended> all) {
        var routes = new HashSet<Route>();
        lock.lock();
        try {
            for (Ended each : all) {
                Set<Route> its = open.remove(each.transaction());
                if (each.committed() && its != null) {
                    routes.addAll(its);
                }
            }
        } finally {
            lock.unlock();
        }
        return all.stream().anyMatch(Ended::committed) ? Optional.of(routes) : Optional.empty();
    }

    private record Ended(String transaction, boolean committed) {}

    /** A server that does not answer now is asked again. One that never heard of them, such as an older copy, is not. */
    private List<Ended> ended(List<String> asked) {
        try {
            return transactions.read(on -> on.query(
                    TransactionSql.ENDED,
                    row -> new Ended(row.text("id"), row.flag("committed")),
                    "ids",
                    asked.toArray(String[]::new)));
        } catch (StoreUnavailableException e) {
            LOG.debug("watch_failed", e);
            return List.of();
        } catch (RuntimeException e) {
            LOG.debug("watch_given_up", e);
            return asked.stream().map(id -> new Ended(id, true)).toList();
        }
    }

    @Override
    public void close() {
        Thread watching;
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            watching = thread;
        } finally {
            lock.unlock();
        }
        if (watching != null && !watching.equals(Thread.currentThread())) {
            joinUninterruptibly(watching);
        }
    }

    private static void joinUninterruptibly(Thread watching) {
        boolean interrupted = false;
        while (watching.isAlive()) {
            try {
                TimeUnit.SECONDS.timedJoin(watching, 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
