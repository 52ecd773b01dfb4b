package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server says of itself before anything is asked of it: whether it takes writes, and whether these last. */
record Manners(
        boolean standby, String synchronousCommit, boolean fsync, boolean fullPageWrites, Optional<String> schema) {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    private static final String ANY_SCHEMA = "public";

    static Manners of(DataSource source) {
        return new Transactions(source, Schema.of(ANY_SCHEMA))
                .read(on -> on.first(
                                TransactionSql.MANNERS,
                                row -> new Manners(
                                        row.flag("standby"),
                                        row.text("synchronous_commit"),
                                        row.flag("fsync"),
                                        row.flag("full_page_writes"),
                                        row.optionalText("current_schema")))
                        .orElseThrow());
    }

    void refuseStandby() {
        if (standby) {
            throw new BatonException(
                    "STANDBY", "The server is a standby, which takes no writes. Connect to the primary.");
        }
    }

    /** What an operator should know, as promises depend on it. */
    void warn() {
        if (synchronousCommit.equals("off")) {
            LOG.warn("synchronous_commit is off: jobs that were acknowledged can be lost with the server");
        } else if (synchronousCommit.equals("local")) {
            LOG.warn("synchronous_commit is local: jobs that were acknowledged can be lost with a failover");
        }
        if (!fsync) {
            LOG.warn("fsync is off: jobs that were acknowledged can be lost with the machine");
        }
        if (!fullPageWrites) {
            LOG.warn("full_page_writes is off: tables can be damaged if the machine loses its power");
        }
    }
}
