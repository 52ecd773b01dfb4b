package dev.baton.job;

import dev.baton.internal.tell.Printable;
import java.util.UUID;

/** A job's identity: a UUID of version 7, so ids made later sort later. */
public record JobId(UUID value) implements Comparable<JobId> {

    /** The id in its usual form, as {@link #toString} gives it. */
    public static JobId parse(String text) {
        try {
            UUID value = UUID.fromString(text);
            if (value.toString().equalsIgnoreCase(text)) {
                return new JobId(value);
            }
        } catch (IllegalArgumentException notAnId) {
            // told below
        }
        throw new BatonException(
                "BAD_ID",
                "Not a job's id: " + Printable.quoted(text) + ". An id has 36 characters, as in "
                        + "0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b.");
    }

    /** By bytes, as the stores do; {@link UUID#compareTo} compares signed halves and does not. */
    @Override
    public int compareTo(JobId other) {
        int high = Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
