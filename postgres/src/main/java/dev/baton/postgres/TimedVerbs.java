package dev.baton.postgres;

import dev.baton.store.Route;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Set;

/** Runs verbs in transactions of their own; on the way the server's clock is read, if it was not for long. */
final class TimedVerbs {

    private final InstantSource clock;
    private final Transactions transactions;
    private final Wakeups wakeups;
    private final NoteRounds notes;
    private final Beginnings beginnings = new Beginnings();

    TimedVerbs(InstantSource clock, Transactions transactions, Wakeups wakeups) {
        this.clock = clock;
        this.transactions = transactions;
        this.wakeups = wakeups;
        this.notes = new NoteRounds(transactions, wakeups);
    }

    /** When the jobs of nodes began. */
    Beginnings beginnings() {
        return beginnings;
    }

    /** In somebody's transaction. */
    Verbs on(Session session) {
        return new Verbs(session, beginnings);
    }

    /** The same, and the clock is read. */
    Verbs timed(Session session) throws SQLException {
        if (clock instanceof ServerClock time) {
            time.readIfOld(session);
        }
        return on(session);
    }

    <T> T read(Verbs.Part<T> part) {
        return transactions.read(session -> part.run(on(session)));
    }

    <T> T write(Verbs.Part<T> part) {
        return transactions.write(session -> part.run(timed(session)));
    }

    /** What it left to be looked at is looked at now. */
    <T> T noting(Verbs.Part<T> part) {
        record Answered<A>(A answer, boolean leftNotes, Set<Route> ready) {}
        Answered<T> answered = transactions.write(
                session -> new Answered<>(part.run(timed(session)), session.leftNotes(), session.ready()));
        wakeups.ready(answered.ready());
        if (answered.leftNotes()) {
            workNotesOff();
        }
        return answered.answer();
    }

    /** Works off what was left to be looked at again, as far as that is due. */
    void workNotesOff() {
        notes.workOff();
    }
}
