package dev.baton.benchmarks;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code baton bench}. */
@Command(
        name = "baton bench",
        description = {
            "Measures on this machine, in fresh files that are deleted afterwards: adding jobs, whole jobs, burning down a "
                    + "backlog, the time from enqueue to start, lanes, and what a long history costs.",
            "Beside it two baselines in plain JDBC: the same tables and batches without an engine, and the queue that "
                    + "everybody writes first. What is compared is measured in turn.",
            "Takes some minutes and about 5 GB of disk; with --quick less than a minute. Ends with one line of JSON.",
            "Exit code: 0 if nothing was lost or doubled, whatever the figures are, 1 otherwise."
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

    /** The stores that can be measured. */
    enum Store {
        /** A file. */
        sqlite
    }

    @Option(names = "--store", defaultValue = "sqlite", description = "What to measure: ${COMPLETION-CANDIDATES}.")
    private Store store;

    @Option(names = "--quick", description = "Less of everything; less than a minute.")
    private boolean quick;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where to make the fresh folder with the files; the disk is part of what is measured.")
    private @Nullable Path folder;

    @Option(names = "--write-docs", description = "Write docs/performance.md as well.")
    private boolean writeDocs;

    @Option(names = "--jobs", hidden = true)
    private int jobs;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    BenchCommand() {}

    /** Runs it, and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand());
    }

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        Path root = Path.of(System.getProperty("baton.root", ""));
        Optional<Path> page = writeDocs ? Optional.of(root.resolve("docs/performance.md")) : Optional.empty();
        String command = "./baton bench --store " + store + (quick ? " --quick" : "") + " --write-docs";
        String commit = System.getProperty("baton.commit", "unknown");
        var asked = new BenchRun(quick ? Sizes.QUICK : Sizes.FULL, Optional.ofNullable(folder), page, command, commit);
        BenchRun run = jobs > 0 ? asked.tiny(jobs) : asked;
        return run.run(out) && !out.checkError() ? 0 : 1;
    }
}
