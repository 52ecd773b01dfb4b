package dev.baton.server;

import dev.baton.job.BatonException;
import dev.baton.postgres.PostgresStore;
import dev.baton.postgres.PostgresStoreBuilder;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.EvidenceLog;
import dev.baton.store.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Which database is to be migrated, by options or by the environment. Nothing that is said of it ever contains the password, nor the
 * address, which may have one in it.
 */
final class MigratedDatabase {

    /** What can be printed without a database. */
    enum Store {
        /** Tables in a PostgreSQL database. */
        postgres,
        /** Tables in a SQLite file. */
        sqlite
    }

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "A PostgreSQL database, such as jdbc:postgresql://host/database?sslmode=verify-full. Otherwise the "
                            + "environment variable BATON_URL.")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "ROLE",
            description = "The role that owns our tables, or is to. Otherwise BATON_USER, or what the URL says.")
    private @Nullable String user;

    /** Refused with a reason, and not repeated, as an option that is not known would be. */
    @Option(names = "--password", hidden = true)
    private @Nullable String password;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            description =
                    "Where our tables are, or are to be; it is made if it is not there. Otherwise where this role makes its "
                            + "tables, which mostly is public.")
    private @Nullable String schema;

    @Option(
            names = "--grant-to",
            paramLabel = "ROLE",
            description =
                    "Grant this role what a program needs to work with jobs, and take back what is more: it can neither "
                            + "change tables nor edit or remove what was written down.")
    private @Nullable String grantTo;

    @Option(names = "--file", paramLabel = "FILE", description = "A SQLite file, instead of PostgreSQL.")
    private @Nullable Path file;

    @Option(
            names = "--store",
            description = "For --print without a database: ${COMPLETION-CANDIDATES}. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "postgres")
    private Store store;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    MigratedDatabase() {}

    /** Whether any was named. */
    boolean isNamed() {
        return file != null || address().isPresent();
    }

    private Optional<String> address() {
        return PostgresAddress.of(url);
    }

    /** All steps, for a database that is not named. */
    String printAll() {
        return store == Store.sqlite
                ? SqliteStore.migrations(Path.of("none")).print()
                : PostgresStore.migrationsAsSql(Optional.ofNullable(schema), Optional.ofNullable(grantTo));
    }

    /** Of the one that was named; refuses if none was. */
    Migrations required() {
        if (!isNamed()) {
            throw wrong("Name a database: --url for PostgreSQL, or --file for SQLite.");
        }
        return migrations();
    }

    Migrations migrations() {
        refuseWhatDoesNotGoTogether();
        return file == null ? inPostgres(address().orElseThrow()) : SqliteStore.migrations(file);
    }

    private void refuseWhatDoesNotGoTogether() {
        if (password != null) {
            throw wrong("Everybody on this machine can read a command line: put the password into "
                    + PostgresAddress.PASSWORD + ".");
        }
        if (file != null && Stream.of(url, user, schema, grantTo).anyMatch(each -> each != null)) {
            throw wrong("--file is for SQLite, which has no --url, --user, --schema or --grant-to.");
        }
    }

    /** Is it a SQLite file, or to be one? */
    boolean isSqlite() {
        return file != null || (!isNamed() && store == Store.sqlite);
    }

    /** Where our tables are, if that was said. */
    Optional<String> schema() {
        return Optional.ofNullable(schema);
    }

    /** To the one that was named; refuses if none was, and makes no file. */
    Connection connect() throws SQLException {
        refuseWhatDoesNotGoTogether();
        if (!isNamed()) {
            throw wrong("Name a database: --url for PostgreSQL, or --file for SQLite.");
        } else if (grantTo != null) {
            throw wrong("--grant-to is for baton migrate.");
        }
        if (file == null) {
            return source(address().orElseThrow()).getConnection();
        } else if (!Files.isRegularFile(file)) {
            throw new BatonException("NO_SUCH_FILE", "There is no such file.");
        }
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** Does this with the evidence in the one that was named, which is as this version would leave it; refuses if none was. */
    <T> T withEvidence(Function<EvidenceLog, T> what) {
        Migrations migrations = required();
        if (grantTo != null) {
            throw wrong("--grant-to is for baton migrate.");
        }
        if (file == null) {
            PostgresStoreBuilder builder = PostgresStore.on(source(address().orElseThrow()));
            Optional.ofNullable(schema).ifPresent(builder::schema);
            return what.apply(builder.evidence());
        } else if (!Files.isRegularFile(file) || !migrations.check().isUpToDate()) {
            throw new BatonException(
                    "SCHEMA_OUT_OF_DATE",
                    "There is no file of this version at " + file + ". See what ./baton migrate --check says.");
        }
        try (SqliteStore store = SqliteStore.open(file)) {
            return what.apply(store.evidence());
        }
    }

    private Migrations inPostgres(String address) {
        PostgresStoreBuilder builder = PostgresStore.on(source(address));
        Optional.ofNullable(schema).ifPresent(builder::schema);
        Optional.ofNullable(grantTo).ifPresent(builder::grantTo);
        return builder.migrations();
    }

    private PGSimpleDataSource source(String address) {
        return PostgresAddress.source(address, user, "baton " + spec.name())
                .orElseThrow(
                        () -> wrong(
                                "The URL is not understood. It begins with jdbc:postgresql:// and goes on with host:port/database."));
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
