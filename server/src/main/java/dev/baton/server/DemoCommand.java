package dev.baton.server;

import dev.baton.server.demo.jobs.JobsDemo;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton demo}. */
@Command(
        name = "demo",
        description = {
            "Shows durable jobs at work: a few thousand, flaky, slow, keyed and delayed, on a fresh SQLite file, in a "
                    + "worker process that is killed with SIGKILL several times while it works.",
            "Takes less than a minute, then compares the archive with a log that the handlers wrote themselves.",
            "Exit code: 0 if all of it agrees and nothing was lost or doubled, 1 if something differs."
        },
        mixinStandardHelpOptions = true,
        subcommands = SuperviseCommand.class)
final class DemoCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal;

    @Option(
            names = "--keep",
            description = "Keep the folder with the database and the logs. If something differs it is kept anyway.")
    private boolean keep;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    DemoCommand() {}

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        boolean holds = JobsDemo.inFull(keep).play(out, terminal.look(), terminal.isRedrawn());
        return holds && !out.checkError() ? 0 : 1;
    }
}
