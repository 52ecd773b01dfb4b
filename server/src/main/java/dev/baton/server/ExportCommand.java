package dev.baton.server;

import dev.baton.Export;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.postgres.PostgresStore;
import dev.baton.postgres.PostgresStoreBuilder;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton export}. */
@Command(
        name = "export",
        description = {
            "Writes the past of all jobs to files, a line of JSON for everything that happened to one, the newest job first. It "
                    + "removes nothing, and programs go on meanwhile.",
            "After every file it prints how many jobs were written, the file, and the last job in it. If it was interrupted, go on "
                    + "with --from and that job. A file that ends in .part is not whole, and not needed.",
            "A password is never taken from the command line: put it into BATON_PASSWORD or ~/.pgpass.",
            "Exit code: 0 if all was written, 2 if the command is not understood, 3 if it was refused or failed; a code and what to "
                    + "do are then on standard error."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  ./baton export --file app.db --to history",
            "  ./baton export --url jdbc:postgresql://db.example/shop --user auditor --to history --payloads"
        })
final class ExportCommand implements Callable<Integer> {

    private static final int REFUSED = 3;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A PostgreSQL database, such as jdbc:postgresql://host/database. Otherwise BATON_URL.")
    private @Nullable String url;

    @Option(
            names = "--user",
            paramLabel = "ROLE",
            description = "A role that may read our tables. Otherwise BATON_USER, or what the URL says.")
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

    @Option(names = "--to", paramLabel = "FOLDER", required = true, description = "Where new files go.")
    private Path to;

    @Option(names = "--from", paramLabel = "JOB", description = "Go on after this job, which was the last one printed.")
    private @Nullable String from;

    @Option(names = "--payloads", description = "With the jobs' data, as it is stored, secrets included.")
    private boolean payloads;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    ExportCommand() {}

    @Override
    public Integer call() {
        if (password != null) {
            throw wrong("Everybody on this machine can read a command line: put the password into "
                    + PostgresAddress.PASSWORD + ".");
        }
        try (JobStore store = file == null ? inPostgres() : inFile(file)) {
            return export(store);
        } catch (BatonException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("baton: " + e.code() + ": " + e.getMessage());
            PostgresAddress.reason(e).ifPresent(more -> err.println("baton: " + more));
            return REFUSED;
        }
    }

    private int export(JobStore store) {
        PrintWriter out = spec.commandLine().getOut();
        Export files = payloads ? Export.toFiles(to).withPayloads() : Export.toFiles(to);
        files.history(
                store,
                Optional.ofNullable(from).map(JobId::parse),
                written ->
                        out.println("jobs " + written.jobs() + " file " + written.file() + " last " + written.last()));
        out.println("All was written.");
        return out.checkError() ? REFUSED : 0;
    }

    private JobStore inPostgres() {
        String address = PostgresAddress.of(url)
                .orElseThrow(() -> wrong("Name a database: --url for PostgreSQL, or --file for SQLite."));
        PGSimpleDataSource source = PostgresAddress.source(address, user, "baton export")
                .orElseThrow(
                        () -> wrong(
                                "The URL is not understood. It begins with jdbc:postgresql:// and goes on with host:port/database."));
        PostgresStoreBuilder builder = PostgresStore.on(source).withoutMigrating();
        Optional.ofNullable(schema).ifPresent(builder::schema);
        return builder.open();
    }

    /** Only a file that is there, and as this version would leave it: to open one makes it so. */
    private JobStore inFile(Path path) {
        if (url != null || user != null || schema != null) {
            throw wrong("--file is for SQLite, which has no --url, --user or --schema.");
        }
        if (!Files.isRegularFile(path) || !SqliteStore.migrations(path).check().isUpToDate()) {
            throw new BatonException(
                    "SCHEMA_OUT_OF_DATE",
                    "There is no file of this version at " + path + ". See what ./baton migrate --check says.");
        }
        return SqliteStore.open(path);
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
