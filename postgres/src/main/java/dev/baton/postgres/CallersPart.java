package dev.baton.postgres;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.BatonException;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.NewJob;
import dev.baton.store.Route;
import dev.baton.store.StoreTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Our part of somebody else's transaction: if it is refused, theirs is as it was before, unless it wrote for a claim that was lost.
 * Their settings are never touched.
 */
final class CallersPart {

    private static final int TRIES = 10;
    /** If what the other waits for was taken before our part, to begin that again does not help, and only costs time. */
    private static final int TRIES_IN_DEADLOCKS = 2;
    /** What is called uncommitted is committed all the same. */
    private static final Set<String> READ_COMMITTED = Set.of("read committed", "read uncommitted");

    private final Schema schema;
    private final Place place;
    private final Watcher watcher;

    /** A store, and the database it is in: a copy of that has a store of the same id. */
    record Place(UUID store, long database) {}

    CallersPart(Schema schema, Place place, Watcher watcher) {
        this.schema = schema;
        this.place = place;
        this.watcher = watcher;
    }

    /** What our part asks of a transaction, the lanes it locks, and what it may bring: work on these routes. */
    record Terms(boolean readCommitted, Set<String> lanes, Set<Route> routes) {
        /** Whatever its isolation is; what it brings can be done here. */
        static final Terms ANY = new Terms(false, Set.of(), Set.of());

        /** Of jobs with lanes or keys, which are added. */
        static Terms toAdd(List<NewJob> jobs, Set<Route> routes) {
            Set<String> lanes =
                    jobs.stream().flatMap(job -> job.lane().stream()).collect(Collectors.toSet());
            return new Terms(true, lanes, routes);
        }
    }

    <T> T run(StoreTransaction caller, Terms terms, Work<T> part) {
        return run(caller, session -> repeatedly(session, terms, part));
    }

    /**
     * What meets nobody. No savepoint is made for it: beyond a few dozen of them in one transaction everybody on the server pays for
     * every look at its rows.
     */
    <T> T runAlone(StoreTransaction caller, Set<Route> routes, Work<T> part) {
        return run(caller, session -> {
            boolean here = session.first(
                            TransactionSql.HERE, row -> row.flag("here"), "table", schema.quoted() + ".baton_store")
                    .orElseThrow();
            if (!here) {
                throw wrongDatabase();
            }
            Caller asked = ask(session);
            refuseOthers(asked, false);
            T answer = part.run(session);
            session.appendEvidence();
            FaultPoint.TX_AFTER_PART.hit();
            watcher.watch(asked.transaction(), routes);
            return answer;
        });
    }

    private <T> T run(StoreTransaction caller, Work<T> part) {
        if (!(caller instanceof JdbcTransaction transaction)) {
            throw new BatonException(
                    "WRONG_TRANSACTION", "This store takes a JdbcTransaction on a connection to its database.");
        }
        Connection connection = transaction.connection();
        try (var session = new Session(connection, schema)) {
            if (connection.getAutoCommit()) {
                throw new BatonException(
                        "WRONG_TRANSACTION",
                        "The connection commits by itself; nothing was stored. Begin a transaction.");
            }
            return part.run(session);
        } catch (SQLException e) {
            throw Failures.ofCaller(e);
        }
    }

    /** Who gives way keeps nothing of what it has locked since the savepoint, so that the other can go on. */
    private <T> T repeatedly(Session session, Terms terms, Work<T> part) throws SQLException {
        for (int i = 1; ; i++) {
            session.executeAsItIs(TransactionSql.SAVEPOINT);
            try {
                return runWithin(session, terms, part);
            } catch (CollisionException e) {
                if (i == TRIES) {
                    throw e;
                }
            } catch (SQLException e) {
                if (i >= TRIES_IN_DEADLOCKS || !Failures.isDeadlock(e)) {
                    throw e;
                }
                letPass(session, terms.lanes());
            }
        }
    }

    /**
     * Waits for whoever has one of these lanes, and keeps nothing: who begins again at once may be back before the other has noticed, and
     * stand in its way as before.
     */
    private static void letPass(Session session, Set<String> lanes) throws SQLException {
        session.executeAsItIs(TransactionSql.SAVEPOINT);
        try {
            new Lanes(session).lock(lanes);
        } finally {
            goBack(session);
        }
    }

    private <T> T runWithin(Session session, Terms terms, Work<T> part) throws SQLException {
        try {
            Caller caller = ask(session);
            refuseOthers(caller, terms.readCommitted());
            session.forgetEvidence(); // of a try before this one, which was taken back
            T answer = part.run(session);
            session.appendEvidence();
            FaultPoint.TX_AFTER_PART.hit();
            session.executeAsItIs(TransactionSql.RELEASE);
            watcher.watch(caller.transaction(), terms.routes());
            return answer;
        } catch (AlreadyEndedException e) {
            takeBack(session, e);
            throw e;
        } catch (LostClaimException e) {
            doom(session, e);
            throw e;
        } catch (SQLException | RuntimeException e) {
            takeBack(session, e);
            throw e;
        }
    }

    /** What a handler did for a job that is no longer its own must not be committed, even if it does not listen. */
    private static void doom(Session session, LostClaimException cause) {
        try {
            session.executeAsItIs(TransactionSql.END_SESSION);
            session.executeAsItIs(TransactionSql.LOST_CLAIM);
        } catch (SQLException asIntended) {
            cause.addSuppressed(asIntended);
        }
    }

    private record Caller(String isolation, Place place, String transaction) {}

    private static Caller ask(Session session) throws SQLException {
        return session.first(
                        TransactionSql.CALLER,
                        row -> new Caller(
                                row.text("isolation"),
                                new Place(row.uuid("store"), row.number("database")),
                                row.text("transaction")))
                .orElseThrow();
    }

    private void refuseOthers(Caller caller, boolean readCommitted) {
        if (!place.equals(caller.place())) {
            throw wrongDatabase();
        }
        if (readCommitted && !READ_COMMITTED.contains(caller.isolation())) {
            throw new BatonException(
                    "WRONG_ISOLATION",
                    "A job with a lane or a unique key can be added at READ COMMITTED only, and this transaction is at "
                            + caller.isolation() + "; nothing was stored.");
        }
    }

    private static BatonException wrongDatabase() {
        return new BatonException(
                "WRONG_TRANSACTION",
                "The connection is to another database, where this store would never find the job; nothing was stored.");
    }

    /** A connection that is broken has nothing to go back to. */
    private static void takeBack(Session session, Exception cause) {
        try {
            goBack(session);
        } catch (SQLException gone) {
            cause.addSuppressed(gone);
        }
    }

    private static void goBack(Session session) throws SQLException {
        session.executeAsItIs(TransactionSql.ROLLBACK_TO);
        session.executeAsItIs(TransactionSql.RELEASE);
    }
}
