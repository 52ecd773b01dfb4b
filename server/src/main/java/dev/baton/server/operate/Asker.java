package dev.baton.server.operate;

import dev.baton.store.OperatorCommand.By;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Who asks for something, and why: both are recorded with what is done. */
final class Asker {

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description =
                    "Who asks. Otherwise the user who runs this. A server knows it by the token, and does not take anybody's word.")
    private @Nullable String who;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for the record.", defaultValue = "")
    private String why;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    Asker() {}

    By by() {
        return new By(who == null ? System.getProperty("user.name") : who, why);
    }

    /** Why, for who knows already who asks; nothing if it was not said. */
    Optional<String> reason() {
        if (who != null) {
            throw new ParameterException(
                    spec.commandLine(), "A server knows by the token who asks: --by is for a database.");
        }
        return Optional.of(why).filter(text -> !text.isEmpty());
    }
}
