package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What there is to say about a {@link PostgresStore} before it is opened. */
public final class PostgresStoreBuilder {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresStore.class);
    private static final String ANY_SCHEMA = "public";

    private final DataSource source;
    private Optional<String> schema = Optional.empty();
    private Optional<InstantSource> clock = Optional.empty();

    PostgresStoreBuilder(DataSource source) {
        this.source = source;
    }

    /** Keeps our tables in this schema, which is made if it is not there. Without it, where connections make theirs. */
    public PostgresStoreBuilder schema(String name) {
        this.schema = Optional.of(Schema.of(name).name());
        return this;
    }

    /** Lives by this clock, which all who share the store should have in common. Without it, by the server's. */
    public PostgresStoreBuilder clock(InstantSource time) {
        this.clock = Optional.of(time);
        return this;
    }

    private record Manners(boolean standby, String synchronousCommit, String fsync, Optional<String> schema) {}

    /** Opens the store, and brings its tables up to date. */
    public PostgresStore open() {
        Manners manners = new Transactions(source, Schema.of(ANY_SCHEMA))
                .read(on -> on.first(
                                TransactionSql.MANNERS,
                                row -> new Manners(
                                        row.flag("standby"),
                                        row.text("synchronous_commit"),
                                        row.text("fsync"),
                                        row.optionalText("current_schema")))
                        .orElseThrow());
        refuse(manners);
        String name = schema.or(manners::schema)
                .orElseThrow(() -> new BatonException(
                        "NO_SCHEMA", "Connections have no schema of their own to make tables in; name one."));
        var transactions = new Transactions(source, Schema.of(name));
        new Migrator(transactions).migrate();
        UUID store = transactions.read(
                on -> on.first(TransactionSql.STORE, row -> row.uuid("id")).orElseThrow());
        return new PostgresStore(clock(transactions), transactions, store);
    }

    /** Times are kept in microseconds; a time that was finer would not be equal to itself once it was stored. */
    private InstantSource clock(Transactions transactions) {
        return clock.<InstantSource>map(time -> () -> time.instant().truncatedTo(ChronoUnit.MICROS))
                .orElseGet(() -> ServerClock.read(transactions));
    }

    private static void refuse(Manners manners) {
        if (manners.standby()) {
            throw new BatonException(
                    "STANDBY", "The server is a standby, which takes no writes. Connect to the primary.");
        }
        if (manners.synchronousCommit().equals("off")) {
            LOG.warn("synchronous_commit is off: jobs that were acknowledged can be lost with the server");
        }
        if (manners.fsync().equals("off")) {
            LOG.warn("fsync is off: jobs that were acknowledged can be lost with the machine");
        }
    }
}
