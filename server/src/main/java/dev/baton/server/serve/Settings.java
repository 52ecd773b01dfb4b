package dev.baton.server.serve;

import dev.baton.job.BatonException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** What the service was told: the usual values, then a file, then the environment, then the command line; who comes later wins. */
final class Settings {

    /**
     * Variables that begin like ours and are no settings: of the log, of the file with settings, and of commands that ask a service. Their
     * token is not among them: who gives it to the service may think that nobody comes in without it.
     */
    private static final Set<String> OF_OTHERS = Set.of("BATON_LOG", "BATON_CONFIG", "BATON_SERVER");

    /** A value, and who said it. */
    private record Said(String value, String by) {}

    private final Map<Setting, Said> said;

    private Settings(Map<Setting, Said> said) {
        this.said = said;
    }

    /**
     * All that was said, in rising order; every fault is named at once.
     *
     * @param file what a file says, by key
     * @param environment all variables there are; those that begin with BATON_ are ours
     * @param flags what the command line says
     * @throws BatonException with the code {@code BAD_SETTINGS}
     */
    static Settings of(Map<String, String> file, Map<String, String> environment, Map<Setting, String> flags) {
        var reading = new Reading();
        new TreeMap<>(file)
                .forEach((key, value) -> reading.take(Setting.byKey(key), key, value, "the file", Setting::key));
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith("BATON_") && !OF_OTHERS.contains(name)) {
                reading.take(Setting.byVariable(name), name, value, "the environment", Setting::variable);
            }
        });
        flags.forEach((setting, value) ->
                reading.take(Optional.of(setting), setting.key(), value, "the command line", Setting::key));
        return reading.settled();
    }

    /** Its value, if it has one. */
    Optional<String> text(Setting setting) {
        Said one = said.get(setting);
        String value = one == null ? setting.usual() : one.value;
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private String required(Setting setting) {
        return text(setting).orElseThrow(() -> new IllegalStateException("There is no value for " + setting));
    }

    int number(Setting setting) {
        return Math.toIntExact(Long.parseLong(required(setting)));
    }

    Duration duration(Setting setting) {
        return Duration.parse(required(setting));
    }

    boolean flag(Setting setting) {
        return Boolean.parseBoolean(required(setting));
    }

    Optional<Path> path(Setting setting) {
        return text(setting).map(Path::of);
    }

    List<String> list(Setting setting) {
        return text(setting).stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** One line for each, with who said it; what is secret is not shown. */
    List<String> lines() {
        var lines = new ArrayList<String>();
        for (Setting setting : Setting.values()) {
            Said one = said.get(setting);
            String value = text(setting)
                    .map(shown -> setting.shape().isSecret() ? "(not shown)" : shown)
                    .orElse("");
            lines.add(String.format(
                            Locale.ROOT,
                            "%-16s = %-28s # %s",
                            setting.key(),
                            value,
                            one == null ? "usual" : "from " + one.by)
                    .stripTrailing());
        }
        return lines;
    }

    /** Reads what was said, and remembers what is wrong with it. */
    private static final class Reading {

        private final Map<Setting, Said> said = new EnumMap<>(Setting.class);
        private final List<String> wrong = new ArrayList<>();

        void take(Optional<Setting> known, String name, String value, String by, Function<Setting, String> called) {
            if (known.isEmpty()) {
                wrong.add("there is no setting " + name + ", which " + by + " names"
                        + Nearest.to(name, Arrays.stream(Setting.values()).map(called))
                                .map(near -> " (perhaps it is " + near + ")")
                                .orElse(""));
                return;
            }
            String stripped = value.strip();
            Shape shape = known.get().shape();
            Optional<String> fault = shape.check().fault(stripped);
            if (stripped.isEmpty()) {
                // Nobody says nothing on purpose; and where tokens were meant, nothing would let everybody in.
                wrong.add(name + " has no value; leave it out of " + by);
            } else if (fault.isPresent()) {
                wrong.add(
                        name + " " + fault.get() + "; " + by + " says " + (shape.isSecret() ? "otherwise" : stripped));
            } else {
                said.put(known.get(), new Said(stripped, by));
            }
        }

        Settings settled() {
            var settings = new Settings(said);
            wrong.addAll(Edge.faults(settings));
            if (!wrong.isEmpty()) {
                throw new BatonException("BAD_SETTINGS", String.join(". ", wrong) + ".");
            }
            return settings;
        }
    }
}
