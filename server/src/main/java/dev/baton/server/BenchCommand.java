package dev.baton.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * {@code baton bench}, as this program knows it: the launcher of a checkout runs the real one from a jar of its own, which carries
 * servers and peers to measure.
 */
@Command(
        name = "bench",
        description = {
            "Measures on this machine how fast the engine is, beside plain JDBC and other engines.",
            "It is not in this jar. From a checkout: ./baton bench --help"
        })
final class BenchCommand implements Callable<Integer> {

    @CommandLine.Unmatched
    @SuppressWarnings("UnusedVariable") // whatever the bench understands is not refused as unknown here
    private List<String> any;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    BenchCommand() {
        any = new ArrayList<>();
    }

    @Override
    public Integer call() {
        spec.commandLine().getErr().println("The bench is not in this jar. From a checkout of Baton: ./baton bench");
        return CommandLine.ExitCode.USAGE;
    }
}
