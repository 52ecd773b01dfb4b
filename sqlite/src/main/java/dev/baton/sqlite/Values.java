package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.store.NodeId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.UUID;
import java.util.stream.Collectors;

/** Ids as 16 bytes, which sort as the ids do; times as microseconds since 1970. */
final class Values {

    private static final Instant EARLIEST = Instant.parse("-100000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("+100000-01-01T00:00:00Z");

    private Values() {}

    static byte[] bytes(UUID id) {
        return ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
    }

    static byte[] bytes(JobId id) {
        return bytes(id.value());
    }

    static byte[] bytes(NodeId id) {
        return bytes(id.value());
    }

    /** A list of ids, for a statement that looks at all of them. */
    static String list(Collection<JobId> ids) {
        return ids.stream().map(id -> "\"" + id.value() + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    /** A list of texts that need no escaping, as names do not. */
    static String texts(Collection<String> names) {
        return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(",", "[", "]"));
    }

    /** A text as JSON. */
    static String json(String text) {
        var json = new StringBuilder(text.length() + 16).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    static UUID uuid(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    static JobId job(byte[] bytes) {
        return new JobId(uuid(bytes));
    }

    static NodeId node(byte[] bytes) {
        return new NodeId(uuid(bytes));
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
}
