package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.store.NodeId;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** Ids as 16 bytes, which sort as the ids do; times as microseconds since 1970. */
final class Values {

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

    static long micros(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
