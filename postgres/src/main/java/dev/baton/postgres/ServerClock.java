package dev.baton.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * The server's time, which is one for all who share it, whatever their own clocks say. It is read now and then, on the way of something
 * else, and counted on from there; what is kept is in microseconds, as nothing finer would be equal to itself once it was stored.
 */
final class ServerClock implements InstantSource {

    private static final Duration OLD_AFTER = Duration.ofSeconds(10);
    /** By so much the clocks of this machine may go apart; if it is more, it stood still or was set. */
    private static final Duration APART = Duration.ofSeconds(1);
    /** An answer that took longer says too little about when it was given. */
    private static final Duration SLOW = Duration.ofMillis(500);

    /** What was read, and what both clocks of this machine said at about that moment. */
    private record Reading(Instant time, long nanos, Instant wall) {}

    private final LongSupplier nanos;
    private final InstantSource wall;
    private volatile Reading last;

    /** A clock that was first told this time. */
    ServerClock(Instant first, LongSupplier nanos, InstantSource wall) {
        this.nanos = nanos;
        this.wall = wall;
        this.last = new Reading(first, nanos.getAsLong(), wall.instant());
    }

    static ServerClock read(Transactions transactions) {
        return transactions.read(on -> new ServerClock(time(on), System::nanoTime, InstantSource.system()));
    }

    private static Instant time(Session on) throws SQLException {
        return Values.instant(
                on.first(TransactionSql.TIME, row -> row.number("micros")).orElseThrow());
    }

    /** Reads it again, if that is worth while. */
    void readIfOld(Session on) throws SQLException {
        if (isOld()) {
            long asked = nanos.getAsLong();
            answered(time(on), asked);
        }
    }

    /** Whether it was read long ago, or this machine stood still since. */
    boolean isOld() {
        Reading from = last;
        Duration passed = Duration.ofNanos(nanos.getAsLong() - from.nanos());
        Duration apart =
                Duration.between(from.wall(), wall.instant()).minus(passed).abs();
        return passed.compareTo(OLD_AFTER) >= 0 || apart.compareTo(APART) > 0;
    }

    /** The server was asked then, and answers only now: it looked at its clock at any time in between. */
    void answered(Instant time, long asked) {
        long took = nanos.getAsLong() - asked;
        if (took <= SLOW.toNanos() || isOld()) {
            last = new Reading(time, asked + took / 2, wall.instant());
        }
    }

    @Override
    public Instant instant() {
        Reading from = last;
        return from.time().plusNanos(nanos.getAsLong() - from.nanos()).truncatedTo(ChronoUnit.MICROS);
    }
}
