package dev.baton.server;

import dev.baton.server.demo.supervise.SuperviseDemo;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code baton demo supervise}. */
@Command(
        name = "supervise",
        description = {
            "Shows a supervision tree at work: tasks that crash, hang, finish and ignore interrupts.",
            "Takes a few seconds, then compares what happened with what the restart policies promise.",
            "Exit code: 0 if all of it agrees, 1 if something differs."
        },
        mixinStandardHelpOptions = true)
final class SuperviseCommand implements Callable<Integer> {

    @Mixin
    private Terminal terminal;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    SuperviseCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        boolean agreed = SuperviseDemo.ofEverything().play(out, terminal.look(), terminal.isRedrawn());
        return agreed && !out.checkError() ? 0 : 1;
    }
}
