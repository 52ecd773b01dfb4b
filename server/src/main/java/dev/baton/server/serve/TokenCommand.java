package dev.baton.server.serve;

import dev.baton.http.Role;
import dev.baton.job.BatonException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton token}. */
@Command(
        name = "token",
        description = {
            "Makes a token for ./baton serve, adds its hash to a file, and prints the token, once.",
            "To replace a token, make another under the same name, give it out, then remove the old line and start the service again."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Roles: viewer, payload-viewer, submitter, operator, payments-operator, admin.",
            "Exit code: 0 if it was made, 2 if the command is not understood, 3 if the file cannot be used.",
            "",
            "Example:",
            "  ./baton token --file tokens alice viewer,submitter"
        })
public final class TokenCommand implements Callable<Integer> {

    private static final int FAILED = 3;

    @Parameters(index = "0", paramLabel = "NAME", description = "Who gets it; recorded with all that is done with it.")
    private String name;

    @Parameters(
            index = "1",
            paramLabel = "ROLES",
            split = ",",
            description = "What may be done with it, with commas between them.")
    private List<String> roles;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            defaultValue = "tokens",
            description = "The file, which is made if there is none. Otherwise ${DEFAULT-VALUE}.")
    private Path file;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    TokenCommand() {}

    @Override
    public Integer call() {
        List<Role> wanted = roles.stream().map(this::role).toList();
        try {
            spec.commandLine().getOut().println(TokenFile.add(file, name, wanted));
            return 0;
        } catch (BatonException e) {
            spec.commandLine().getErr().println("baton: " + e.code() + ": " + e.getMessage());
            return FAILED;
        }
    }

    private Role role(String word) {
        return Arrays.stream(Role.values())
                .filter(role -> TokenFile.nameOf(role).equals(word))
                .findFirst()
                .orElseThrow(() -> new ParameterException(spec.commandLine(), "There is no role " + word + "."));
    }
}
