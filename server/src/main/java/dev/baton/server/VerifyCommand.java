package dev.baton.server;

import dev.baton.job.BatonException;
import dev.baton.postgres.PostgresStore;
import dev.baton.postgres.PostgresStoreBuilder;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceLog.Point;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton verify}. */
@Command(
        name = "verify",
        description = {
            "Goes through the evidence of witnessed jobs, such as payments, and says whether anything of it was changed, removed "
                    + "or put in, or the records it is about. It changes nothing, and programs go on meanwhile.",
            "It prints where each chain ends. Keep that somewhere else, and give it back with --heads: only then it is found if "
                    + "the end of a chain was cut off together with all it was about.",
            "A password is never taken from the command line: put it into BATON_PASSWORD or ~/.pgpass.",
            "Exit code: 0 if all is whole, 1 if something was found, 2 if the command is not understood, 3 if it was refused or "
                    + "failed; a code and what to do are then on standard error."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  ./baton verify --url jdbc:postgresql://db.example/shop --user auditor > heads.txt",
            "  ./baton verify --file app.db --heads heads.txt --export evidence.jsonl"
        })
final class VerifyCommand implements Callable<Integer> {

    private static final int FOUND = 1;
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

    @Mixin
    @SuppressWarnings("UnusedVariable") // it is there to refuse
    private NoServer noServer;

    @Option(
            names = "--heads",
            paramLabel = "FILE",
            description = "Where chains ended before, as this command has printed it.")
    private @Nullable Path heads;

    @Option(
            names = "--export",
            paramLabel = "FILE",
            description = "Write every entry to this new file, a line of JSON each.")
    private @Nullable Path export;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    VerifyCommand() {}

    @Override
    public Integer call() {
        if (password != null) {
            throw wrong("Everybody on this machine can read a command line: put the password into "
                    + PostgresAddress.PASSWORD + ".");
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            Map<String, Point> known = heads == null ? Map.of() : Heads.read(heads);
            Evidence.Verified verified = file == null ? inPostgres(known, out) : inFile(file, known, out);
            out.println("Chains: " + verified.chains() + ", entries: " + verified.entries() + ", findings: "
                    + verified.findings());
            return out.checkError() ? REFUSED : verified.isWhole() ? 0 : FOUND;
        } catch (BatonException e) {
            return refused(e.code() + ": " + e.getMessage(), PostgresAddress.reason(e));
        } catch (IOException e) {
            return refused("NO_FILE: " + e, Optional.empty());
        }
    }

    private int refused(String why, Optional<String> reason) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("baton: " + why);
        reason.ifPresent(more -> err.println("baton: " + more));
        return REFUSED;
    }

    private Evidence.Verified inPostgres(Map<String, Point> known, PrintWriter out) throws IOException {
        String address = PostgresAddress.of(url)
                .orElseThrow(() -> wrong("Name a database: --url for PostgreSQL, or --file for SQLite."));
        PGSimpleDataSource source = PostgresAddress.source(address, user, "baton verify")
                .orElseThrow(
                        () -> wrong(
                                "The URL is not understood. It begins with jdbc:postgresql:// and goes on with host:port/database."));
        PostgresStoreBuilder builder = PostgresStore.on(source);
        Optional.ofNullable(schema).ifPresent(builder::schema);
        return verify(Evidence.of(builder.evidence()), known, out);
    }

    /** Only a file that is there, and as this version would leave it: to open one makes it so. */
    private Evidence.Verified inFile(Path path, Map<String, Point> known, PrintWriter out) throws IOException {
        if (url != null || user != null || schema != null) {
            throw wrong("--file is for SQLite, which has no --url, --user or --schema.");
        }
        if (!Files.isRegularFile(path) || !SqliteStore.migrations(path).check().isUpToDate()) {
            throw new BatonException(
                    "SCHEMA_OUT_OF_DATE",
                    "There is no file of this version at " + path + ". See what ./baton migrate --check says.");
        }
        try (SqliteStore store = SqliteStore.open(path)) {
            return verify(Evidence.of(store.evidence()), known, out);
        }
    }

    private Evidence.Verified verify(Evidence evidence, Map<String, Point> known, PrintWriter out) throws IOException {
        try (BufferedWriter lines = export == null
                ? new BufferedWriter(Writer.nullWriter())
                : Files.newBufferedWriter(export, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            return evidence.knownHeads(known).verify(new VerifyReport(out, lines));
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
