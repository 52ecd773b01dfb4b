package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Steps as Java, to be pasted into a test. */
final class Source {

    private static final String INDENT = " ".repeat(12);

    private Source() {}

    /** A test that takes these steps. It stands in a class that extends {@link RandomWalkContract}. */
    static String test(long seed, List<Step> steps) {
        return """
                // import static dev.baton.testkit.store.walk.Domain.*; and the types of dev.baton.job and dev.baton.store
                @Test
                void the_walk_of_seed_%d_goes_to_its_end() {
                    replay(
                %s);
                }
                """.formatted(seed, steps.stream().map(step -> INDENT + of(step)).collect(Collectors.joining(",\n")));
    }

    static String of(Object value) {
        if (value instanceof JobId id) {
            return "job(" + (id.value().getLeastSignificantBits() & Integer.MAX_VALUE) + ")";
        } else if (value instanceof NodeId id) {
            return "node(" + id.value().getLeastSignificantBits() + ")";
        } else if (value instanceof Payload payload) {
            return "payload(" + payload.label().replace("payload ", "") + ")";
        } else if (value instanceof OperatorCommand.By) {
            return "BY";
        } else if (value instanceof Instant instant) {
            return "in(" + Duration.between(Instant.EPOCH, instant).toNanos() / 1_000 + ")";
        } else if (value instanceof Duration duration) {
            return "micros(" + duration.toNanos() / 1_000 + ")";
        } else if (value instanceof Record || value instanceof Enum<?>) {
            return named(value);
        }
        return plain(value);
    }

    private static String plain(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.map(it -> "Optional.of(" + of(it) + ")").orElse("Optional.empty()");
        } else if (value instanceof Map<?, ?> map) {
            return "Map.of("
                    + joined(map.entrySet().stream().flatMap(each -> Stream.of(each.getKey(), each.getValue())))
                    + ")";
        } else if (value instanceof Collection<?> all) {
            return (value instanceof Set ? "Set" : "List") + ".of(" + joined(all.stream()) + ")";
        } else if (value instanceof String text) {
            return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
        }
        return value + (value instanceof Long ? "L" : "");
    }

    /** By its simple name; types within others by theirs, too. */
    private static String named(Object value) {
        Class<?> type = value instanceof Enum<?> one ? one.getDeclaringClass() : value.getClass();
        String name = type.getCanonicalName().substring(type.getPackageName().length() + 1);
        return value instanceof Enum<?> one
                ? name + "." + one.name()
                : "new " + name + "("
                        + joined(Arrays.stream(type.getRecordComponents()).map(part -> valueOf(part, value))) + ")";
    }

    private static Object valueOf(RecordComponent part, Object value) {
        try {
            return part.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record that hides " + part, e);
        }
    }

    private static String joined(Stream<?> values) {
        return values.map(Source::of).collect(Collectors.joining(", "));
    }
}
