package dev.baton.postgres;

import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * On which server the store was last, and in which of its histories. One that took over from another, or was made from a copy, may not
 * know of the last fences that were given out, nor of the last jobs that ended.
 */
final class History {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);

    private final Session on;
    private final Recovering recovering;

    History(Session on, Recovering recovering) {
        this.on = on;
        this.recovering = recovering;
    }

    private record Known(boolean any, boolean same) {}

    /**
     * If it is another than before: fences go on far behind all that may have been given out, and what must not be repeated blindly is in
     * doubt. Others who notice it wait, and find it done.
     */
    boolean adopt(Instant now) throws SQLException {
        String system = system();
        Known known = on.first(HistorySql.LOCK, row -> new Known(row.flag("any"), row.flag("same")), "system", system)
                .orElseThrow();
        if (known.same()) {
            return false;
        }
        if (known.any()) {
            List<Long> fences = on.query(HistorySql.JUMP, row -> row.number("fence"));
            int inDoubt = recovering.doubt(now);
            LOG.warn(
                    "the server took over from another, or goes on from a copy: fences go on from {}, jobs in doubt: {}",
                    fences,
                    inDoubt);
        }
        on.update(HistorySql.REMEMBER, "system", system);
        return true;
    }

    /** What this server is known by, to this role. */
    private String system() throws SQLException {
        boolean mayAsk = on.first(HistorySql.MAY_ASK, row -> row.flag("may")).orElseThrow();
        return on.first(mayAsk ? HistorySql.SYSTEM : HistorySql.STAND_IN, row -> row.text("system"))
                .orElseThrow();
    }
}
