package dev.baton;

import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import java.sql.SQLException;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * Moves the open rows of an old queue table into jobs, oldest first: some rows at a time become jobs and are marked in one transaction
 * of the database that both are in, so that no row is imported twice and none is lost, wherever the process dies and however many
 * import at once. To go on after anything, run it again; once all rows are marked it does nothing. Immutable.
 *
 * @param <R> a row
 */
public final class LegacyImport<R> {

    private final LegacyTable<R> table;
    private final Function<? super R, ? extends JobRequest<?>> job;
    private final int batch;
    private final boolean leavesBadRows;

    private LegacyImport(
            LegacyTable<R> table, Function<? super R, ? extends JobRequest<?>> job, int batch, boolean leavesBadRows) {
        this.table = Objects.requireNonNull(table, "table");
        this.job = Objects.requireNonNull(job, "job");
        this.batch = batch;
        this.leavesBadRows = leavesBadRows;
    }

    /**
     * Has every open row of this table become a job.
     *
     * @param job makes a job of a row. A unique key lets rows that say the same twice become one job; what it throws makes the row a bad
     *     one
     */
    public static <R> LegacyImport<R> of(LegacyTable<R> table, Function<? super R, ? extends JobRequest<?>> job) {
        return new LegacyImport<>(table, job, 100, false);
    }

    /** How many rows are moved in one transaction. Default: 100. */
    public LegacyImport<R> batch(int rows) {
        if (rows < 1) {
            throw new IllegalArgumentException("A batch has at least 1 row; got " + rows);
        }
        return new LegacyImport<>(table, job, rows, leavesBadRows);
    }

    /**
     * Leaves bad rows open, reports them, and goes on with those behind them; at most 1,000. Default: a bad row stops the import, so
     * that nothing overtakes it.
     */
    public LegacyImport<R> leavingBadRows() {
        return new LegacyImport<>(table, job, batch, true);
    }

    /**
     * Imports all that is open, on connections to the database that the store is in. When this throws, what was moved before stays
     * moved and counts, and another run goes on with the rest.
     *
     * @throws BatonException with the code {@code BAD_ROW} if no job can be made of a row: all before it was imported, and nothing
     *     behind it. {@code ROW_NOT_MARKED} if a row stays open whatever is done to it
     */
    public Imported<R> run(Baton baton, DataSource source) throws SQLException, InterruptedException {
        return new Importing<>(baton, source, table, job, batch, leavesBadRows).run();
    }
}
