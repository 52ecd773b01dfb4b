package dev.baton.faults.process;

import dev.baton.checker.Journal;
import dev.baton.checker.Said;
import dev.baton.checker.Turn;
import dev.baton.job.Outcome;
import dev.baton.job.Run;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What handlers do: as their work wants it, and what they do they write down themselves. */
final class Handling {

    private static final Duration SNOOZE = Duration.ofMillis(100);
    private static final int SLOW_MILLIS = 40;

    private static final int PARTS = 2;

    /** What is kept: so many parts of this work are done. */
    record Part(String work, int number) {}

    private final Journal journal;
    private final Database database;
    private final Effects effects;

    Handling(Journal journal, Database database, Effects effects) {
        this.journal = journal;
        this.database = database;
        this.effects = effects;
    }

    static Turn turn(Optional<dev.baton.job.Turn> turn) {
        return turn.map(place -> new Turn(place.lane(), place.sequence())).orElse(Turn.NONE);
    }

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    Outcome handle(Work work, Run run) throws Exception {
        String job = run.id().toString();
        journal.started(job, run.attempt(), run.fence(), micros(Instant.now()), turn(run.turn()), work.name());
        try {
            work(work, run);
        } catch (InterruptedException told) {
            say(run, Said.LEFT);
            throw told;
        } catch (RuntimeException notKept) {
            say(run, Said.FAILED);
            throw notKept;
        }
        if (work.course().kind() == Kind.OWN_END) {
            return endOneself(work, run);
        }
        if (isOutside(work)) {
            effects.cause(work.name());
        }
        Said said = said(work, run);
        say(run, said);
        return switch (said) {
            case DONE -> Outcome.done();
            case SNOOZED -> Outcome.snooze(Instant.now().plus(SNOOZE));
            case DEAD -> Outcome.fail("HOPELESS", "It does not work.");
            case FAILED, LEFT, UNKNOWN -> throw new IOException("nobody answered");
        };
    }

    /** Looks whether it was done, and says so; if it was not, there is nothing to say yet. */
    Optional<Outcome> reconcile(Work work, Run run) throws IOException {
        if (!effects.isThere(work.name())) {
            return Optional.empty();
        }
        String job = run.id().toString();
        journal.started(job, run.attempt(), run.fence(), micros(Instant.now()), turn(run.turn()), work.name());
        say(run, Said.DONE);
        return Optional.of(Outcome.done());
    }

    private static boolean isOutside(Work work) {
        Kind kind = work.course().kind();
        return kind == Kind.ASKED || kind == Kind.HELD;
    }

    private void say(Run run, Said said) throws IOException {
        journal.ended(run.id().toString(), run.attempt(), run.fence(), said, turn(run.turn()));
    }

    /** Mostly waiting for others. */
    private static void work(Work work, Run run) throws InterruptedException {
        var never = new CountDownLatch(1);
        boolean slow = work.course().kind() == Kind.SLOW || work.course().isKilled();
        int millis = slow ? SLOW_MILLIS : Math.floorMod(work.name().hashCode(), 3);
        boolean unexpected = never.await(millis, TimeUnit.MILLISECONDS);
        assert !unexpected;
        if (work.course() == Course.IN_PARTS) {
            for (int part = run.lastCheckpoint(Part.class).map(Part::number).orElse(0); part < PARTS; part++) {
                run.checkpoint(new Part(work.name(), part + 1));
            }
        }
    }

    private static Said said(Work work, Run run) {
        return switch (work.course()) {
            case FLAKY, FLAKY_IN_LANE -> run.attempt() <= 2 ? Said.FAILED : Said.DONE;
            case SNOOZED -> run.attempt() == 1 ? Said.SNOOZED : Said.DONE;
            case REPAIRED -> run.attempt() == 1 ? Said.DEAD : Said.DONE;
            case HOPELESS, GIVEN_UP, REPLACED, SKIPPED, BLOCKING -> Said.DEAD;
            case IN_PARTS -> isKept(work, run) ? Said.DONE : Said.DEAD;
            default -> Said.DONE;
        };
    }

    /** What was kept is what this work kept, or the checkpoint of another job came to it. */
    private static boolean isKept(Work work, Run run) {
        return run.lastCheckpoint(Part.class)
                .filter(kept -> kept.equals(new Part(work.name(), PARTS)))
                .isPresent();
    }

    /** The word comes before the commit: if the process dies between them, it does not count. */
    private Outcome endOneself(Work work, Run run) throws SQLException, IOException {
        try (Connection transaction = connect(run)) {
            transaction.setAutoCommit(false);
            try {
                Ledger.enter(transaction, work.name());
                run.finishIn(transaction);
                if (work.course() == Course.OWN_END_LATER && run.attempt() == 1) {
                    throw new IOException("rolled back");
                }
            } catch (SQLException | RuntimeException | IOException notNow) {
                rollBack(transaction, notNow);
                say(run, Said.FAILED);
                throw notNow;
            }
            say(run, Said.DONE);
            if (!Ledger.isCommitted(transaction)) {
                say(run, Said.UNKNOWN);
            }
            return Outcome.done();
        }
    }

    private Connection connect(Run run) throws SQLException, IOException {
        try {
            return database.connect();
        } catch (SQLException notNow) {
            say(run, Said.FAILED);
            throw notNow;
        }
    }

    private static void rollBack(Connection transaction, Exception cause) {
        try {
            transaction.rollback();
        } catch (SQLException gone) {
            cause.addSuppressed(gone);
        }
    }
}
