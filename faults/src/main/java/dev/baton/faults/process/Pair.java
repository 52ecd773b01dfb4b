package dev.baton.faults.process;

import dev.baton.faults.process.Assignment.Mode;
import dev.baton.faults.wire.WireProxy;
import dev.baton.testserver.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A server and its synchronous standby, with four processes that work and one that enqueues, each on a way of its own that can
 * be led from one to the other.
 */
final class Pair implements AutoCloseable {

    private static final int WORKERS = 4;
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final Arena arena;
    private final PostgresServer primary;
    private final PostgresServer standby;
    private final List<Seat> seats = new ArrayList<>();

    Pair(Arena arena, PostgresServer primary, PostgresServer standby)
            throws IOException, InterruptedException, SQLException {
        this.arena = arena;
        this.primary = primary;
        this.standby = standby;
        tell(PairSql.WAIT_FOR_STANDBY);
        tell(PairSql.RELOAD);
        awaitStandby();
        arena.lease(LEASE);
        for (int i = 0; i <= WORKERS; i++) {
            seats.add(seat(i == WORKERS ? Mode.FEED : Mode.SERVE));
        }
        for (Seat seat : seats) {
            seat.awaitWord();
        }
    }

    /** Before it has confirmed anything, nobody gets an answer. */
    private void awaitStandby() throws SQLException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean there = false;
        try (Connection connection = primary.connect();
                Statement statement = connection.createStatement()) {
            while (!there) {
                try (var rows = statement.executeQuery(PairSql.STANDBYS)) {
                    there = rows.next();
                }
                if (System.nanoTime() - end > 0) {
                    throw new IllegalStateException("The standby does not follow its server");
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
    }

    private Seat seat(Mode mode) throws IOException {
        WireProxy proxy = WireProxy.to(primary.port());
        String url = primary.url().replace(":" + primary.port() + "/", ":" + proxy.port() + "/");
        return new Seat(arena, mode, proxy, url + "&socketTimeout=3&loginTimeout=3");
    }

    private void tell(String sql) throws SQLException {
        try (Connection connection = primary.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Lets them work for so long. */
    void work(Duration time) throws IOException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        do {
            for (Seat seat : seats) {
                seat.look();
            }
            LockSupport.parkNanos(LOOK.toNanos());
        } while (System.nanoTime() - end < 0);
    }

    /**
     * The standby becomes the server for the first two of those who work and for the one who enqueues. The others stay for so long
     * with the one that was, which is up and confirms nothing any more; then it is killed, and they come, too.
     */
    void failOver(Duration apart) throws IOException, InterruptedException {
        List<Seat> behind = seats.subList(WORKERS / 2, WORKERS);
        for (Seat seat : behind) {
            seat.leaveBehind();
        }
        standby.promote();
        for (Seat seat : seats) {
            if (!behind.contains(seat)) {
                seat.leadTo(standby.port());
            }
        }
        arena.moveTo(new PostgresDatabase(standby.url()));
        work(apart);
        primary.kill();
        for (Seat seat : behind) {
            seat.leadTo(standby.port());
            seat.resume();
        }
    }

    /** The standby is gone for so long, and somebody has each commit that waits for it go on: the server says it is done, and warns. */
    int loseStandby(Duration time) throws IOException, InterruptedException, SQLException {
        arena.journal().fault("standby-stopped");
        standby.stopImmediately();
        int waived = 0;
        long end = System.nanoTime() + time.toNanos();
        try (Connection connection = primary.connect();
                Statement statement = connection.createStatement()) {
            while (System.nanoTime() - end < 0) {
                work(LOOK);
                try (var rows = statement.executeQuery(PairSql.WAIVE)) {
                    waived += rows.next() ? rows.getInt("waived") : 0;
                }
            }
        }
        return waived;
    }

    /** Now the server is gone as well, and the standby takes its place with what it has. */
    void promoteInstead() throws IOException {
        arena.journal().fault("server-killed");
        primary.kill();
        standby.start();
        standby.promote();
        for (Seat seat : seats) {
            seat.leadTo(standby.port());
        }
        arena.moveTo(new PostgresDatabase(standby.url()));
    }

    @Override
    public void close() throws IOException {
        for (Seat seat : seats) {
            seat.close();
        }
    }
}
