package dev.baton.faults.process;

import dev.baton.faults.process.Assignment.Mode;
import dev.baton.faults.wire.WireProxy;
import dev.baton.testserver.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Four processes that work and two that enqueue, on one PostgreSQL; and what is done to them and to the server, at times and in an
 * order that a seed decides. Each kind of trouble comes once before any comes again.
 */
final class PostgresChaos implements AutoCloseable {

    /** How long a process may be silent before others take its jobs. */
    static final Duration LEASE = Duration.ofSeconds(3);

    private static final int WORKERS = 4;
    private static final int ENQUEUERS = 2;
    private static final int CUTS = 5;
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(2);
    /** One of them has transactions as some applications have them everywhere. */
    private static final String SERIALIZABLE = "&options=-c%20default_transaction_isolation=serializable";

    /** What can go wrong. */
    enum Trouble {
        KILL,
        STOP,
        END,
        RESTART,
        CUT,
        HOLD_UP,
        KILL_ENQUEUER
    }

    private final Arena arena;
    private final PostgresServer server;
    private final SplittableRandom random;
    private final List<Seat> workers = new ArrayList<>();
    private final List<Seat> enqueuers = new ArrayList<>();
    private final Map<Trouble, Integer> counts = new EnumMap<>(Trouble.class);
    private final List<Trouble> next = new ArrayList<>();
    private int endedInGoodOrder;

    PostgresChaos(Arena arena, PostgresServer server, long seed) throws IOException, InterruptedException {
        this.arena = arena;
        this.server = server;
        this.random = new SplittableRandom(seed);
        arena.lease(LEASE);
        for (int i = 0; i < WORKERS; i++) {
            workers.add(seat(Mode.SERVE, i == 0 ? SERIALIZABLE : ""));
        }
        for (int i = 0; i < ENQUEUERS; i++) {
            enqueuers.add(seat(Mode.FEED, ""));
        }
        for (Seat seat : all()) {
            seat.awaitWord();
        }
    }

    /** What goes unanswered for longer than five seconds is given up by the driver. */
    private Seat seat(Mode mode, String more) throws IOException {
        WireProxy proxy = WireProxy.to(server.port());
        String url = server.url().replace(":" + server.port() + "/", ":" + proxy.port() + "/");
        return new Seat(arena, mode, proxy, url + "&socketTimeout=5&loginTimeout=5&tcpKeepAlive=true" + more);
    }

    /** One trouble after another, so long after each other at most. */
    void rage(Duration duration, Duration longest) throws IOException, InterruptedException, SQLException {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() - end < 0) {
            pause(Duration.ofNanos(random.nextLong(longest.toNanos())));
            make(nextTrouble());
            arena.snapshot();
        }
    }

    private Trouble nextTrouble() {
        if (next.isEmpty()) {
            next.addAll(List.of(Trouble.values()));
        }
        return next.remove(random.nextInt(next.size()));
    }

    private void make(Trouble trouble) throws IOException, InterruptedException {
        List<Seat> free = (trouble == Trouble.KILL_ENQUEUER ? enqueuers : workers)
                .stream().filter(Seat::isFree).toList();
        if (free.isEmpty()) {
            return;
        }
        Seat seat = free.get(random.nextInt(free.size()));
        switch (trouble) {
            case KILL, KILL_ENQUEUER -> seat.kill();
            case STOP -> seat.stop(silence());
            case END -> seat.end();
            case HOLD_UP -> seat.holdUp(silence());
            case CUT -> workers.forEach(this::cut);
            case RESTART -> restart();
        }
        counts.merge(trouble, 1, Integer::sum);
    }

    private void cut(Seat seat) {
        seat.hinder();
        seat.proxy().cutCommits(random.nextInt(CUTS) + 1);
    }

    /** Sometimes shorter than the lease, so that nothing may be lost, and mostly longer. */
    private Duration silence() {
        return LEASE.dividedBy(2)
                .plusNanos(random.nextLong(LEASE.multipliedBy(2).toNanos()));
    }

    private void restart() throws IOException, InterruptedException {
        arena.journal().fault("server-stopped");
        all().forEach(Seat::hinder);
        server.stopImmediately();
        pause(Duration.ofNanos(random.nextLong(LONGEST_OUTAGE.toNanos())));
        server.start();
    }

    /** Meanwhile what is due is done. */
    private void pause(Duration time) throws IOException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        do {
            for (Seat seat : all()) {
                endedInGoodOrder += seat.look() ? 1 : 0;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        } while (System.nanoTime() - end < 0);
    }

    private List<Seat> all() {
        var all = new ArrayList<>(workers);
        all.addAll(enqueuers);
        return all;
    }

    /** How often there was trouble of each kind. */
    Map<Trouble, Integer> counts() {
        return counts;
    }

    /** How many came to their end in good order, having been told to. */
    int endedInGoodOrder() {
        return endedInGoodOrder;
    }

    /** How many commits were cut of which the server had said that they are committed. */
    int cuts() {
        return workers.stream().mapToInt(each -> each.proxy().cuts()).sum();
    }

    /** All are gone. */
    @Override
    public void close() throws IOException {
        for (Seat seat : all()) {
            seat.close();
        }
    }
}
