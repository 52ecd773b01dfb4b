package dev.baton;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.tell.Printable;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.store.Inserted;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One run of an import. Everything here is a count or a hint; what was done stands in the tables. */
final class Importing<R> {

    private static final int BAD_MAX = 1_000;
    /** How often a row may be open and yet not to be marked, before that is no coincidence any more. */
    private static final int TRIES = 10;

    /** About the surroundings, and not about a row. */
    private static final Set<String> NO_ROWS_FAULT =
            Set.of("BACKLOG_FULL", "STOPPED", "STORE_CLOSED", "WRONG_TRANSACTION", "CORRUPT");

    private final Baton baton;
    private final DataSource source;
    private final LegacyTable<R> table;
    private final Function<? super R, ? extends JobRequest<?>> job;
    private final int batch;
    private final boolean leavesBadRows;
    private final Map<R, RuntimeException> bad = new LinkedHashMap<>();
    private long added;
    private long known;
    /** So many rows come one by one, as one of them was refused. */
    private int oneByOne;

    private @Nullable R oldest;
    private int inVain;

    /** What one transaction came to. */
    private enum Step {
        MOVED,
        NOTHING_LEFT,
        AGAIN
    }

    Importing(
            Baton baton,
            DataSource source,
            LegacyTable<R> table,
            Function<? super R, ? extends JobRequest<?>> job,
            int batch,
            boolean leavesBadRows) {
        this.baton = baton;
        this.source = source;
        this.table = table;
        this.job = job;
        this.batch = batch;
        this.leavesBadRows = leavesBadRows;
    }

    Imported<R> run() throws SQLException, InterruptedException {
        while (step() != Step.NOTHING_LEFT) {
            if (Thread.interrupted()) {
                throw new InterruptedException("The import was interrupted; run it again to go on.");
            }
        }
        List<Imported.Bad<R>> left = new ArrayList<>();
        bad.forEach((row, why) -> left.add(new Imported.Bad<>(row, why)));
        return new Imported<>(added, known, left);
    }

    private Step step() throws SQLException {
        try (Connection connection = source.getConnection()) {
            boolean commitsByItself = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                Step step = within(connection);
                giveUp(connection, commitsByItself);
                return step;
            } catch (SQLException | RuntimeException | Error e) {
                try {
                    giveUp(connection, commitsByItself);
                } catch (SQLException gone) {
                    e.addSuppressed(gone);
                }
                throw e;
            }
        } catch (SQLException e) {
            boolean gaveWay = String.valueOf(e.getSQLState()).startsWith("40");
            if (!gaveWay) {
                throw e;
            }
            return again(e);
        }
    }

    /** Whatever was not committed. */
    private static void giveUp(Connection connection, boolean commitsByItself) throws SQLException {
        connection.rollback();
        connection.setAutoCommit(commitsByItself);
    }

    private Step within(Connection connection) throws SQLException {
        baton.core().begin(new JdbcTransaction(connection));
        List<R> rows = open(connection);
        if (rows.isEmpty()) {
            return Step.NOTHING_LEFT;
        }
        noteProgress(rows.get(0));
        Map<R, JobRequest<?>> jobs = jobs(rows);
        for (R row : jobs.keySet()) {
            if (!table.mark(connection, row)) {
                return again(null);
            }
        }
        FaultPoint.IMPORT_AFTER_MARK.hit();
        List<Inserted> inserted;
        try {
            inserted = baton.enqueueAll(connection, List.copyOf(jobs.values()));
        } catch (BatonException e) {
            return refused(List.copyOf(jobs.keySet()), e);
        }
        FaultPoint.IMPORT_BEFORE_COMMIT.hit();
        connection.commit();
        FaultPoint.IMPORT_AFTER_COMMIT.hit();
        count(inserted);
        oneByOne = Math.max(0, oneByOne - 1);
        return Step.MOVED;
    }

    /** The oldest that are not known to be bad. */
    private List<R> open(Connection connection) throws SQLException {
        int wanted = oneByOne > 0 ? 1 : batch;
        return table.oldest(connection, wanted + bad.size()).stream()
                .filter(row -> !bad.containsKey(row))
                .limit(wanted)
                .toList();
    }

    /** Those up to the first bad row, or all but the bad ones. */
    private Map<R, JobRequest<?>> jobs(List<R> rows) {
        Map<R, JobRequest<?>> jobs = new LinkedHashMap<>();
        for (R row : rows) {
            try {
                jobs.put(row, Objects.requireNonNull(job.apply(row), "a row became no job"));
            } catch (RuntimeException e) {
                if (!leavesBadRows && !jobs.isEmpty()) {
                    return jobs;
                }
                putAside(row, e);
            }
        }
        return jobs;
    }

    /** As long as the oldest row is another one each time, somebody moves rows. */
    private void noteProgress(R first) {
        if (!first.equals(oldest)) {
            oldest = first;
            inVain = 0;
        }
    }

    /** Somebody else imports, too, and was faster. Other rows are open then, unless something is wrong. */
    private Step again(@Nullable SQLException cause) {
        inVain++;
        if (inVain > TRIES) {
            throw new BatonException(
                    "ROW_NOT_MARKED",
                    "The row " + shown(oldest) + " or one behind it is open, and cannot be marked: this was tried "
                            + inVain + " times. What was imported before stays so.",
                    cause);
        }
        return Step.AGAIN;
    }

    /** A batch that was refused comes again row by row, so that the one that is at fault is known. */
    private Step refused(List<R> rows, BatonException why) {
        boolean notTheRows = why instanceof StoreUnavailableException
                || why instanceof OutcomeUnknownException
                || NO_ROWS_FAULT.contains(why.code());
        if (notTheRows) {
            throw why;
        }
        if (rows.size() == 1) {
            putAside(rows.get(0), why);
        } else {
            oneByOne = rows.size();
        }
        return Step.AGAIN;
    }

    private void putAside(R row, RuntimeException why) {
        if (!leavesBadRows || bad.size() == BAD_MAX) {
            throw new BatonException(
                    "BAD_ROW",
                    "No job can be made of the row " + shown(row) + ", which stays open; all before it was imported.",
                    why);
        }
        bad.put(row, why);
    }

    private static String shown(@Nullable Object row) {
        String text = String.valueOf(row);
        return Printable.quoted(text.length() > 200 ? text.substring(0, 200) + "…" : text);
    }

    private void count(List<Inserted> inserted) {
        for (Inserted each : inserted) {
            if (each.answer() == Inserted.Answer.EXISTING) {
                known++;
            } else {
                added++;
            }
        }
    }
}
