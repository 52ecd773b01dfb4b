package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.postgres.PostgresStore;
import dev.baton.postgres.PostgresStoreBuilder;
import dev.baton.server.PostgresAddress;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.store.Migrations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The database whose jobs a command is about, by options or by the environment. It is opened by somebody who enqueues only: no job
 * is taken, and nothing is made or migrated.
 */
final class OperatedDatabase {

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A PostgreSQL database, such as jdbc:postgresql://host/database. Otherwise BATON_URL.")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "ROLE",
            description = "A role that may work with jobs. Otherwise BATON_USER, or what the URL says.")
    private @Nullable String user;

    /** Refused with a reason, and not repeated, as an option that is not known would be. */
    @Option(names = "--password", hidden = true)
    private @Nullable String password;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            description = "Where our tables are. Otherwise where this role makes its tables, which mostly is public.")
    private @Nullable String schema;

    @Option(names = "--file", paramLabel = "FILE", description = "A SQLite file, instead of PostgreSQL.")
    private @Nullable Path file;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    OperatedDatabase() {}

    /** Was one named by an option? */
    boolean isNamed() {
        return Stream.of(url, user, password, schema, file).anyMatch(each -> each != null);
    }

    /** Does this with it. Answers the exit code; what went wrong is told by then. */
    int with(ToIntFunction<Place> work) {
        return withStore(store -> {
            try (DatabasePlace place = new DatabasePlace(store)) {
                return work.applyAsInt(place);
            }
        });
    }

    /** The same with its store alone. */
    int withStore(ToIntFunction<JobStore> work) {
        try (JobStore store = open()) {
            int code = work.applyAsInt(store);
            return spec.commandLine().getOut().checkError() ? ExitCodes.FAILED : code;
        } catch (BatonException e) {
            return ExitCodes.failed(spec, e);
        }
    }

    private JobStore open() {
        Migrations migrations = migrations();
        if (!migrations.check().isUpToDate()) {
            throw new BatonException(
                    "SCHEMA_OUT_OF_DATE",
                    "The tables there are not those of this version, and were left as they are. See what ./baton migrate --check "
                            + "says.");
        }
        return file == null ? builder().withoutMigrating().open() : SqliteStore.open(file);
    }

    /** The SQLite file, if it is one. */
    Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Of the one that was named; refuses if none was, or is not there. */
    Migrations migrations() {
        if (password != null) {
            throw wrong("Everybody on this machine can read a command line: put the password into "
                    + PostgresAddress.PASSWORD + ".");
        }
        if (file == null) {
            return builder().migrations();
        } else if (Stream.of(url, user, schema).anyMatch(each -> each != null)) {
            throw wrong("--file is for SQLite, which has no --url, --user or --schema.");
        } else if (!Files.isRegularFile(file)) {
            throw new BatonException("NO_SUCH_FILE", "There is no file " + file + ", and none was made.");
        }
        return SqliteStore.migrations(file);
    }

    /** To it, for reading only. */
    Connection connect() throws SQLException {
        if (file != null) {
            var reading = new SQLiteConfig();
            reading.setReadOnly(true);
            return reading.createConnection("jdbc:sqlite:" + file);
        }
        Connection connection = source().getConnection();
        connection.setReadOnly(true);
        if (schema != null) {
            connection.setSchema(schema);
        }
        return connection;
    }

    private PostgresStoreBuilder builder() {
        PostgresStoreBuilder builder = PostgresStore.on(source());
        Optional.ofNullable(schema).ifPresent(builder::schema);
        return builder;
    }

    private PGSimpleDataSource source() {
        String address = PostgresAddress.of(url)
                .orElseThrow(() -> wrong("Name a database: --url for PostgreSQL, or --file for SQLite."));
        return PostgresAddress.source(address, user, "baton " + spec.name())
                .orElseThrow(
                        () -> wrong(
                                "The URL is not understood. It begins with jdbc:postgresql:// and goes on with host:port/database."));
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
