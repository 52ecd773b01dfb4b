package dev.baton.server;

import dev.baton.server.demo.Look;
import dev.baton.server.demo.supervise.SuperviseDemo;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code baton demo}. */
@Command(
        name = "demo",
        description = {
            "Shows a supervision tree at work: tasks that crash, hang, finish and ignore interrupts.",
            "Takes a few seconds, then compares what happened with what the restart policies promise.",
            "Exit code: 0 if all of it agrees, 1 if something differs."
        },
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {

    @Option(names = "--plain", description = "Print events line by line instead of redrawing the tree.")
    private boolean plain;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    DemoCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        // Set by the launcher, which can ask the terminal; Java 17 cannot.
        boolean terminal = Boolean.getBoolean("baton.terminal") && !plain;
        var look = new Look(
                terminal && System.getenv("NO_COLOR") == null,
                Boolean.getBoolean("baton.utf8"),
                Integer.getInteger("baton.columns", 80));
        PrintWriter out = spec.commandLine().getOut();
        boolean agreed = SuperviseDemo.ofEverything().play(out, look, terminal);
        return agreed && !out.checkError() ? 0 : 1;
    }
}
