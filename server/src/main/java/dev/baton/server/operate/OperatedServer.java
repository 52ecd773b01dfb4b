package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.server.client.ServiceAddress;
import dev.baton.server.client.ServiceClient;
import dev.baton.server.client.ServiceToken;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The service that a command asks, by options or by the environment. */
final class OperatedServer {

    /** The variable that names one. */
    static final String VARIABLE = "BATON_SERVER";

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "A service, such as https://jobs.example.com. Otherwise BATON_SERVER.")
    private @Nullable String url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the token for it, readable by you alone. Otherwise BATON_TOKEN has it.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--in-the-open",
            description = "Speak http to another machine, though others on the way can read the token.")
    private boolean open;

    /** Refused with a reason, and not repeated, as an option that is not known would be. */
    @Option(names = "--token", hidden = true)
    private @Nullable String token;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    OperatedServer() {}

    /** Was one named, or something about one, by an option? */
    boolean isNamed() {
        return url != null || tokenFile != null || token != null || open;
    }

    static Optional<String> named(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE)).filter(value -> !value.isBlank());
    }

    /** Asks it. Answers the exit code; what went wrong is told by then. */
    int ask(ToIntFunction<ServiceClient> question) {
        try {
            int code = question.applyAsInt(client());
            return spec.commandLine().getOut().checkError() ? ExitCodes.FAILED : code;
        } catch (BatonException e) {
            return ExitCodes.failed(spec, e);
        }
    }

    private ServiceClient client() {
        if (token != null) {
            throw wrong(
                    "Everybody on this machine can read a command line: put the token into a file, and name it with "
                            + "--token-file, or into " + ServiceToken.VARIABLE + ".");
        }
        String named = Optional.ofNullable(url)
                .or(() -> named(System.getenv()))
                .orElseThrow(() -> wrong("Name a server: --server, or " + VARIABLE + "."));
        return new ServiceClient(
                address(named), ServiceToken.of(tokenFile, System.getenv()), ServiceClient.Limits.USUAL);
    }

    private ServiceAddress address(String named) {
        try {
            return ServiceAddress.of(named, open);
        } catch (BatonException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
