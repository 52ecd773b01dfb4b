package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server says of itself before anything is asked of it: whether it takes writes, and whether these last. */
record Manners(boolean standby, Keeping keeping, String encoding, int version, Optional<String> schema) {

    /** What a server does with what it is given. */
    record Keeping(String synchronousCommit, boolean fsync, boolean fullPageWrites) {}

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    static final Schema ANY_SCHEMA = Schema.of("public");

    static Manners of(DataSource source) {
        return new Transactions(source, ANY_SCHEMA)
                .read(on -> on.first(
                                TransactionSql.MANNERS,
                                row -> new Manners(
                                        row.flag("standby"),
                                        new Keeping(
                                                row.text("synchronous_commit"),
                                                row.flag("fsync"),
                                                row.flag("full_page_writes")),
                                        row.text("encoding"),
                                        row.integer("version"),
                                        row.optionalText("current_schema")))
                        .orElseThrow());
    }

    /** What cannot keep jobs at all. */
    void refuse() {
        if (standby) {
            throw new BatonException(
                    "STANDBY", "The server is a standby, which takes no writes. Connect to the primary.");
        }
        if (!encoding.equals("UTF8")) {
            throw new BatonException(
                    "WRONG_ENCODING",
                    "The database is encoded as " + encoding
                            + " and cannot keep every text. Make one that is encoded as UTF8.");
        }
    }

    /** What an operator should know, as promises depend on it. */
    void warn() {
        if (keeping.synchronousCommit().equals("off")) {
            LOG.warn("synchronous_commit is off: jobs that were acknowledged can be lost with the server");
        } else if (keeping.synchronousCommit().equals("local")) {
            LOG.warn("synchronous_commit is local: jobs that were acknowledged can be lost with a failover");
        }
        if (!keeping.fsync()) {
            LOG.warn("fsync is off: jobs that were acknowledged can be lost with the machine");
        }
        if (!keeping.fullPageWrites()) {
            LOG.warn("full_page_writes is off: tables can be damaged if the machine loses its power");
        }
    }
}
