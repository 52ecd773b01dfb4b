package dev.baton.server.serve;

import dev.baton.job.BatonException;
import dev.baton.server.OwnersAlone;
import dev.baton.server.PostgresAddress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton serve}. */
@Command(
        name = "serve",
        description = {
            "Runs Baton as a service of its own: jobs are added, looked at and acted on over HTTP.",
            "Settings come from a file, then from the environment (BATON_PORT for --port), then from here; who comes later wins. "
                    + "docs/settings.md has them all."
        },
        mixinStandardHelpOptions = true,
        abbreviateSynopsis = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 2 if the command is not understood, 3 if a setting is wrong, it could not start, or the engine broke down; ended by a "
                    + "signal, it stops in order and exits with 128 and the signal's number, such as 143. A second signal waits for nobody.",
            "",
            "Examples:",
            "  ./baton serve --http-inside localhost",
            "  ./baton serve --config baton.properties --print-settings"
        })
public final class ServeCommand implements Callable<Integer> {

    private static final int FAILED = 3;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A file with settings, as key=value. Otherwise BATON_CONFIG, or none.")
    private @Nullable Path config;

    @Option(names = "--print-settings", description = "Say what each setting is and who said so, and end.")
    private boolean printing;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    private ServeCommand() {}

    /** Adds the command, with an option for each setting. */
    public static void addTo(CommandLine program) {
        var command = new CommandLine(new ServeCommand());
        for (Setting.Group group : Setting.Group.values()) {
            ArgGroupSpec.Builder options = ArgGroupSpec.builder()
                    .heading("%n" + group.title() + ":%n")
                    .exclusive(false)
                    .validate(false);
            Setting.of(group).forEach(setting -> options.addArg(option(setting)));
            command.getCommandSpec().addArgGroup(options.build());
        }
        program.addSubcommand("serve", command);
    }

    private static OptionSpec option(Setting setting) {
        OptionSpec.Builder option = OptionSpec.builder("--" + setting.key())
                .type(String.class)
                .hidden(setting.flag().isEmpty())
                .paramLabel(setting.shape().name().split("[ ,]", 2)[0].toUpperCase(Locale.ROOT))
                .description(
                        setting.about() + (setting.usual().isEmpty() ? "" : " Otherwise " + setting.usual() + "."));
        boolean flag = setting.shape().name().equals(Shape.flag().name());
        return (flag ? option.arity("0..1").fallbackValue("true") : option.arity("1")).build();
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Settings settings = Settings.of(file(), System.getenv(), flags());
            if (printing) {
                settings.lines().forEach(out::println);
                return 0;
            }
            ServiceLog.begin();
            return serve(new Service(settings, OpenedStore::by, line -> out.println("baton: " + line)));
        } catch (BatonException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("baton: " + e.code() + ": " + e.getMessage());
            PostgresAddress.reason(e).ifPresent(reason -> err.println("baton: " + reason));
            return FAILED;
        }
    }

    private static int serve(Service service) {
        ProcessSignals.onEnd(service::close);
        service.start();
        try {
            service.awaitStop();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private Map<Setting, String> flags() {
        var flags = new EnumMap<Setting, String>(Setting.class);
        for (Setting setting : Setting.values()) {
            String said = spec.commandLine().getParseResult().matchedOptionValue("--" + setting.key(), (String) null);
            if (said != null && setting.flag().isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        "Everybody on this machine can read a command line: put it into " + setting.variable()
                                + ", or into a file.");
            } else if (said != null) {
                flags.put(setting, said);
            }
        }
        return flags;
    }

    private Map<String, String> file() {
        Optional<Path> named = Optional.ofNullable(config)
                .or(() -> Optional.ofNullable(System.getenv("BATON_CONFIG")).map(Path::of));
        var said = new TreeMap<String, String>();
        named.ifPresent(file -> {
            var properties = new Properties();
            try (Reader reader = Files.newBufferedReader(file)) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                throw new BatonException("NO_FILE", "The file " + file + " cannot be read: " + e, e);
            }
            properties.stringPropertyNames().forEach(key -> said.put(key, properties.getProperty(key)));
            if (said.containsKey(Setting.PASSWORD.key()) || said.containsKey(Setting.TLS_PASSWORD.key())) {
                OwnersAlone.require(file);
            }
        });
        return said;
    }
}
