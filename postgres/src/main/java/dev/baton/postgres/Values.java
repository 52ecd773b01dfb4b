package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.store.NodeId;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Values as the server takes them: times as microseconds since 1970, and one array for each column of a batch. */
final class Values {

    private static final Instant EARLIEST = Instant.parse("-100000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("+100000-01-01T00:00:00Z");

    private Values() {}

    static JobId job(UUID id) {
        return new JobId(id);
    }

    static NodeId node(UUID id) {
        return new NodeId(id);
    }

    /** Rounded down; what is too far away for any clock is as far as it goes. */
    static long micros(Instant time) {
        if (time.isAfter(LATEST) || time.isBefore(EARLIEST)) {
            return micros(time.isAfter(LATEST) ? LATEST : EARLIEST);
        }
        return Math.multiplyExact(time.getEpochSecond(), 1_000_000L) + time.getLong(ChronoField.MICRO_OF_SECOND);
    }

    /** Rounded up: nothing is due before its time. */
    static long dueMicros(Instant time) {
        return micros(time) + (time.truncatedTo(ChronoUnit.MICROS).equals(time) ? 0 : 1);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    // Columns of a batch. Ids go as text, which the statement casts.

    static String[] ids(Collection<JobId> ids) {
        return ids.stream().map(JobId::toString).toArray(String[]::new);
    }

    static <T> String[] ids(List<T> rows, Function<T, JobId> id) {
        var column = new String[rows.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = id.apply(rows.get(i)).toString();
        }
        return column;
    }

    static <T> @Nullable String[] texts(List<T> rows, Function<T, @Nullable String> text) {
        var column = new @Nullable String[rows.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = text.apply(rows.get(i));
        }
        return column;
    }

    /** The same, and none at all if every one is missing: the server takes what an array has too few of as missing. */
    static <T> @Nullable String[] textsIfAny(List<T> rows, Function<T, @Nullable String> text) {
        @Nullable String[] column = texts(rows, text);
        for (String each : column) {
            if (each != null) {
                return column;
            }
        }
        return new String[0];
    }

    static <T> long[] numbers(List<T> rows, ToLongFunction<T> number) {
        return rows.stream().mapToLong(number).toArray();
    }

    static <T> @Nullable Long[] optionalNumbers(List<T> rows, Function<T, @Nullable Long> number) {
        var column = new @Nullable Long[rows.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = number.apply(rows.get(i));
        }
        return column;
    }

    static <T> int[] integers(List<T> rows, ToIntFunction<T> number) {
        return rows.stream().mapToInt(number).toArray();
    }

    static <T> boolean[] flags(List<T> rows, Predicate<T> flag) {
        var column = new boolean[rows.size()];
        for (int i = 0; i < column.length; i++) {
            column[i] = flag.test(rows.get(i));
        }
        return column;
    }
}
