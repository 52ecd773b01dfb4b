package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.store.EvidenceLog;
import dev.baton.store.Migrations;
import dev.baton.store.StoreUnavailableException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** What there is to say about a {@link PostgresStore} before it is opened. */
public final class PostgresStoreBuilder {

    private static final int CLIENT_CHECK_SINCE = 140_000;
    private static final int TIMEOUT_SINCE = 170_000;

    private final DataSource source;
    private Optional<String> schema = Optional.empty();
    private Optional<InstantSource> clock = Optional.empty();
    private Optional<Rights> rights = Optional.empty();
    private boolean migrating = true;
    private Optional<DataSource> direct = Optional.empty();

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

    /**
     * Leaves the tables as they are: what is missing is refused with the code {@code SCHEMA_OUT_OF_DATE}. For programs whose role
     * may not change tables, or where that is done once, before any of them starts. Without it, what is missing is applied.
     */
    public PostgresStoreBuilder withoutMigrating() {
        this.migrating = false;
        return this;
    }

    /** Grants this role, which exists and does not own the tables, what an engine needs, when {@link #migrations} are applied. */
    public PostgresStoreBuilder grantTo(String role) {
        this.rights = Optional.of(Rights.to(role));
        return this;
    }

    /** What is done to the database to make it a store's, apart from any engine. */
    public Migrations migrations() {
        Migrator migrator = Migrator.on(transactions(Manners.of(source)));
        return rights.map(migrator::granting).orElse(migrator);
    }

    /** What is kept of witnessed jobs, apart from any engine; for those who only read, such as auditors. */
    public EvidenceLog evidence() {
        Transactions transactions = transactions(Manners.of(source));
        Migrator.on(transactions).requireUpToDate();
        return new DatabaseEvidence(transactions);
    }

    /**
     * Takes the one connection that is kept open from here, which should lead straight to the server: past a pool that handlers can
     * use up, and past a pooler that gives each transaction another connection, as such a one tells nobody that there is work. Without
     * it, that connection is taken from the data source all others come from, once, when a node joins.
     */
    public PostgresStoreBuilder direct(DataSource straight) {
        this.direct = Optional.of(straight);
        return this;
    }

    /** Opens the store, and brings its tables up to date. */
    public PostgresStore open() {
        Manners manners = Manners.of(source);
        manners.warn();
        Manners.warnOfDriver(source);
        Transactions transactions = transactions(manners);
        Migrator migrator = Migrator.on(transactions);
        if (migrating) {
            migrator.apply();
        } else {
            migrator.requireUpToDate();
        }
        CallersPart.Place place = transactions.read(on -> on.first(
                        TransactionSql.STORE, row -> new CallersPart.Place(row.uuid("id"), row.number("database")))
                .orElseThrow());
        InstantSource time = clock(transactions);
        transactions.write(on -> new Verbs(on, new Beginnings()).history.adopt(time.instant()));
        return new PostgresStore(time, transactions, direct.orElse(source), place);
    }

    /** What not every server understands, as far as this one does. */
    private List<String> understood(int version) {
        var more = new ArrayList<String>();
        if (version >= CLIENT_CHECK_SINCE && isUnderstood(TransactionSql.CLIENT_CHECK)) {
            more.add(TransactionSql.CLIENT_CHECK);
        }
        if (version >= TIMEOUT_SINCE) {
            more.add(TransactionSql.NO_TIMEOUT);
        }
        return more;
    }

    private boolean isUnderstood(String setting) {
        try {
            return new Transactions(source, Manners.ANY_SCHEMA).rehearse(on -> {
                on.execute(setting);
                return true;
            });
        } catch (StoreUnavailableException unreachable) {
            throw unreachable;
        } catch (BatonException refused) {
            return false;
        }
    }

    private Transactions transactions(Manners manners) {
        manners.refuse();
        String name = schema.or(manners::schema)
                .orElseThrow(() -> new BatonException(
                        "NO_SCHEMA", "Connections have no schema of their own to make tables in; name one."));
        return new Transactions(source, Schema.of(name), understood(manners.version()));
    }

    /** Times are kept in microseconds; a time that was finer would not be equal to itself once it was stored. */
    private InstantSource clock(Transactions transactions) {
        return clock.<InstantSource>map(time -> () -> time.instant().truncatedTo(ChronoUnit.MICROS))
                .orElseGet(() -> ServerClock.read(transactions));
    }
}
