package dev.baton.postgres;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The server's time, which is one for all who share it, whatever their own clocks say. It is read now and then, and counted on from
 * there; what is kept is in microseconds, as nothing finer would be equal to itself once it was stored.
 */
final class ServerClock implements InstantSource {

    private record Reading(Instant time, long nanos) {}

    private volatile Reading last;

    private ServerClock(Reading first) {
        this.last = first;
    }

    static ServerClock read(Transactions transactions) {
        return new ServerClock(transactions.read(ServerClock::reading));
    }

    /** Reads it again, on the way of something else. */
    void read(Session on) throws SQLException {
        last = reading(on);
    }

    private static Reading reading(Session on) throws SQLException {
        long micros = on.first(TransactionSql.TIME, row -> row.number("micros")).orElseThrow();
        return new Reading(Values.instant(micros), System.nanoTime());
    }

    @Override
    public Instant instant() {
        Reading from = last;
        return from.time().plusNanos(System.nanoTime() - from.nanos()).truncatedTo(ChronoUnit.MICROS);
    }
}
