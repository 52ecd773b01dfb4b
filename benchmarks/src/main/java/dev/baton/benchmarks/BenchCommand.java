package dev.baton.benchmarks;

import dev.baton.benchmarks.postgres.PostgresSite;
import dev.baton.benchmarks.sqlite.SqliteSite;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
            "Measures on this machine, in fresh databases that are deleted afterwards: adding jobs, whole jobs, burning down a "
                    + "backlog, the time from enqueue to start, lanes, and what a long history costs; on PostgreSQL also what a "
                    + "second node brings.",
            "Beside it two baselines in plain JDBC: the same tables and batches without an engine, and the queue that "
                    + "everybody writes first. What is compared is measured in turn.",
            "On SQLite it takes some minutes and about 5 GB of disk, with --quick less than a minute; on PostgreSQL up to half an "
                    + "hour and 20 GB, with --quick less than three minutes. Ends with one line of JSON.",
            "With --http something else is measured: the service, as a process of its own, to which jobs are posted on 32 connections "
                    + "while 200 listen to its events, beside the store's own enqueue; for some thirteen minutes and with about 10 GB of "
                    + "disk, with --quick for less than a minute.",
            "Exit code: 0 if nothing was lost or doubled, and with --http every POST answered with 201, whatever the figures are, "
                    + "1 otherwise."
        },
        mixinStandardHelpOptions = true)
public final class BenchCommand implements Callable<Integer> {

    @Option(names = "--store", defaultValue = "sqlite", description = "What to measure: ${COMPLETION-CANDIDATES}.")
    private Kind store;

    @Option(names = "--quick", description = "Less of everything.")
    private boolean quick;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "Where to make the fresh folder with SQLite's files; the disk is part of what is measured.")
    private @Nullable Path folder;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description =
                    "The PostgreSQL server to measure, as jdbc:postgresql://HOST/DATABASE?user=USER; in schemas of its own, which"
                            + " are removed. Without it one is started for this, on this machine, and removed.")
    private @Nullable String url;

    @Option(
            names = "--peers",
            description =
                    "On PostgreSQL, burn down the same backlog with db-scheduler and JobRunr as well, and with graphile-worker"
                            + " and pg-boss if Node.js and npm are there.")
    private boolean peers;

    @Option(names = "--http", description = "Measure the service, instead of the engine.")
    private boolean http;

    @Option(names = "--write-docs", description = "Write the page of this store in docs as well.")
    private boolean writeDocs;

    @Option(names = "--jobs", hidden = true)
    private int jobs;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    private BenchCommand() {}

    /** Runs it, and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new BenchCommand()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws Exception {
        if (store == Kind.SQLITE && (peers || url != null)) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--url and --peers go with --store postgres");
        }
        if (http && peers) {
            throw new CommandLine.ParameterException(spec.commandLine(), "--peers does not go with --http");
        }
        PrintWriter out = spec.commandLine().getOut();
        Path root = Path.of(System.getProperty("baton.root", ""));
        Topic topic = http ? Topic.HTTP : Topic.ENGINE;
        Optional<Path> page =
                writeDocs ? Optional.of(root.resolve("docs").resolve(store.page(topic))) : Optional.empty();
        String command = "./baton bench " + (http ? "--http " : "") + "--store " + store + (quick ? " --quick" : "")
                + (peers ? " --peers" : "") + " --write-docs";
        String commit = System.getProperty("baton.commit", "unknown");
        if (http) {
            // The launcher builds both: who measures depends on what is measured.
            List<String> service =
                    List.of("-jar", root.resolve("server/target/baton.jar").toString());
            var run = new LoadRun(
                    quick ? LoadSizes.quick() : LoadSizes.full(), service, new Printout(page, command, commit));
            return run.run(site(), out) && !out.checkError() ? 0 : 1;
        }
        Sizes asked = quick ? Sizes.quick() : Sizes.full(store);
        var run = new BenchRun(jobs > 0 ? Sizes.tiny(jobs) : asked, peers, page, command, commit);
        return run.run(site(), out) && !out.checkError() ? 0 : 1;
    }

    private Site site() throws IOException {
        return store == Kind.SQLITE
                ? SqliteSite.create(Optional.ofNullable(folder))
                : PostgresSite.on(Optional.ofNullable(url));
    }
}
