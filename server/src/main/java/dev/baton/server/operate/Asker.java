package dev.baton.server.operate;

import dev.baton.store.OperatorCommand.By;
import picocli.CommandLine.Option;

/** Who asks for something, and why: both are recorded with what is done. */
final class Asker {

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "Who asks. Otherwise the user who runs this.",
            defaultValue = "${sys:user.name}")
    private String who;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the record.", defaultValue = "")
    private String why;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    Asker() {}

    By by() {
        return new By(who, why);
    }
}
