package dev.baton.examples.wallets;

import dev.baton.job.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * How the past is read: the five settings of the document, from properties, or else from the environment, or else as they are usual.
 *
 * @param workerThreads how many wallets are read at once by a process
 * @param maxRetries how often one is tried in all before somebody has to look
 * @param baseDelay how long the first retry waits; each after it twice as long
 * @param maxDelay how long the longest waits
 * @param lookEvery how often to look for what is due when no hint came
 */
public record Settings(int workerThreads, int maxRetries, Duration baseDelay, Duration maxDelay, Duration lookEvery) {

    /** All keys begin so. */
    public static final String PREFIX = "walletradar.ingestion.backfill.";

    private static final double JITTER = 0.25;

    /** As they are usual. */
    public static final Settings USUAL =
            new Settings(4, 5, Duration.ofMinutes(2), Duration.ofMinutes(60), Duration.ofMinutes(2));

    /**
     * From these. In the environment a key is in capitals, with underscores.
     *
     * @throws IllegalArgumentException with the key of every value that is none
     */
    public static Settings from(Properties properties, Map<String, String> environment) {
        var reader = new Reader(properties, environment);
        var settings = new Settings(
                (int) reader.number("worker-threads", USUAL.workerThreads(), 1_000),
                (int) reader.number("max-retries", USUAL.maxRetries(), 1_000),
                Duration.ofMinutes(reader.number("retry-base-delay-minutes", 2, 1_440)),
                Duration.ofMinutes(reader.number("retry-max-delay-minutes", 60, 1_440)),
                Duration.ofMillis(reader.number("retry-scheduler-interval-ms", 120_000, 86_400_000)));
        reader.refuseIfWrong();
        return settings;
    }

    /** 2, 4, 8 … minutes up to an hour, and up to a quarter more. */
    public Retry retry() {
        return Retry.exponential(baseDelay).cap(maxDelay).jitter(JITTER).attempts(maxRetries);
    }

    /** Reads numbers, and remembers what was none. */
    private static final class Reader {

        private final Properties properties;
        private final Map<String, String> environment;
        private final List<String> wrong = new ArrayList<>();

        Reader(Properties properties, Map<String, String> environment) {
            this.properties = properties;
            this.environment = environment;
        }

        long number(String name, long usual, long most) {
            String key = PREFIX + name;
            String variable = key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
            Optional<String> value = Optional.ofNullable(properties.getProperty(key))
                    .or(() -> Optional.ofNullable(environment.get(variable)));
            if (value.isEmpty()) {
                return usual;
            }
            try {
                long number = Long.parseLong(value.get().strip());
                if (number >= 1 && number <= most) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // told below, with the others
            }
            wrong.add(key + " must be a whole number from 1 to " + most + "; got " + value.get());
            return usual;
        }

        void refuseIfWrong() {
            if (!wrong.isEmpty()) {
                throw new IllegalArgumentException(String.join("; ", wrong));
            }
        }
    }
}
