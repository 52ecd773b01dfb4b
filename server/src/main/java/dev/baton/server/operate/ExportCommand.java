package dev.baton.server.operate;

import dev.baton.Export;
import dev.baton.job.JobId;
import dev.baton.server.NoServer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
public final class ExportCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase database;

    @Mixin
    @SuppressWarnings("UnusedVariable") // it is there to refuse
    private NoServer noServer;

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
        Export files = payloads ? Export.toFiles(to).withPayloads() : Export.toFiles(to);
        PrintWriter out = spec.commandLine().getOut();
        return database.withStore(store -> {
            files.history(
                    store,
                    Optional.ofNullable(from).map(JobId::parse),
                    written -> out.println(
                            "jobs " + written.jobs() + " file " + written.file() + " last " + written.last()));
            out.println("All was written.");
            return 0;
        });
    }
}
