package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.lang.module.ModuleDescriptor.Version;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server says of itself before anything is asked of it: whether it takes writes, and whether these last.
 *
 * @param schema where connections make their tables, if they can
 */
record Manners(boolean standby, Keeping keeping, String encoding, int version, Optional<String> schema) {

    /** What a server does with what it is given. */
    record Keeping(String synchronousCommit, boolean fsync, boolean fullPageWrites) {}

    static final Schema ANY_SCHEMA = Schema.of("public");

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    private static final String DRIVER = "PostgreSQL JDBC";
    private static final String OLDEST_DRIVER = "42.7.12";

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

    /** An older driver has holes that were closed since; what to do about it is up to who brings it. */
    static void warnOfDriver(DataSource source) {
        try (Connection connection = source.getConnection()) {
            DatabaseMetaData driver = connection.getMetaData();
            if (driver.getDriverName().startsWith(DRIVER) && isOlder(driver.getDriverVersion())) {
                LOG.warn("pgjdbc {} has known holes: use {} or newer", driver.getDriverVersion(), OLDEST_DRIVER);
            }
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }

    static boolean isOlder(String version) {
        return Version.parse(version).compareTo(Version.parse(OLDEST_DRIVER)) < 0;
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
