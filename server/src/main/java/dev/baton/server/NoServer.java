package dev.baton.server;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** For commands about a database itself: who names a server is told that it cannot help. */
public final class NoServer {

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    NoServer() {}

    @Option(names = "--server", paramLabel = "URL", hidden = true)
    @SuppressWarnings("DoNotCallSuggester") // picocli does, and has to
    void refuse(String url) {
        throw new ParameterException(
                spec.commandLine(),
                "This is about a database itself, and no server is asked for it: name it with --url or --file, where it can be "
                        + "reached.");
    }
}
