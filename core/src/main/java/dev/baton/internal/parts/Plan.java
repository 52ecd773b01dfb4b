package dev.baton.internal.parts;

import dev.baton.job.JobId;
import dev.baton.job.Part;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * Into which parts a range is split: kept by the whole before the first of them is added, so that it stays the same whatever a later
 * version of the program says. The id of a part follows from that of the whole and its number: who adds it again adds nothing, and nobody
 * has to look for it.
 *
 * @param from where the range begins
 * @param size how long it is
 * @param parts into how many it is split
 * @param added whether all were added
 */
public record Plan(long from, long size, int parts, boolean added) {

    /** As a checkpoint that any codec can write. */
    Map<String, Object> kept() {
        return Map.of("from", from, "size", size, "parts", parts, "added", added);
    }

    /** What was kept. */
    static Plan of(Map<?, ?> kept) {
        return new Plan(
                number(kept, "from"),
                number(kept, "size"),
                Math.toIntExact(number(kept, "parts")),
                Boolean.TRUE.equals(kept.get("added")));
    }

    private static long number(Map<?, ?> kept, String name) {
        return ((Number) Objects.requireNonNull(kept.get(name), name)).longValue();
    }

    Plan withAllAdded() {
        return new Plan(from, size, parts, true);
    }

    /** The first ones are one longer, if the range cannot be divided. */
    Part part(JobId whole, int number) {
        return new Part(whole, number, parts, begin(number), begin(number + 1));
    }

    private long begin(int number) {
        long each = size / parts;
        long longer = size % parts;
        return from + each * (number - 1) + Math.min(number - 1, longer);
    }

    /** Of the same time as the whole, so that it is found near it; the rest is a hash, as good as random. */
    static JobId id(JobId whole, int number) {
        UUID hash = UUID.nameUUIDFromBytes((whole + "/" + number).getBytes(StandardCharsets.UTF_8));
        long time = whole.value().getMostSignificantBits() & 0xFFFF_FFFF_FFFF_0000L;
        return new JobId(new UUID(
                time | 0x7000L | (hash.getMostSignificantBits() & 0x0FFFL),
                (hash.getLeastSignificantBits() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L));
    }
}
