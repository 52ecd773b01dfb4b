package dev.baton.job;

import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * A kind of job whose work is a range of numbers, such as of blocks, that is split into parts. The parts are jobs of their own, of the type
 * {@code <name>.part}: they run side by side, on all nodes, and each is retried alone. The whole waits for them without a slot and ends when
 * the last of them has. Immutable.
 *
 * @param <P> the payload of the whole, which says where its range begins and ends
 */
public final class Ranged<P> {

    private static final int PARTS_MAX = 100_000;

    private final JobType<P> type;
    private final ToLongFunction<? super P> from;
    private final ToLongFunction<? super P> to;
    private final int parts;

    private Ranged(JobType<P> type, ToLongFunction<? super P> from, ToLongFunction<? super P> to, int parts) {
        this.type = type;
        this.from = from;
        this.to = to;
        this.parts = parts;
    }

    /** Jobs of this type are ranges, from here to before there. What the type says of queue, retry and time-out counts for the parts, too. */
    public static <P> Ranged<P> of(JobType<P> type, ToLongFunction<? super P> from, ToLongFunction<? super P> to) {
        return new Ranged<>(
                Objects.requireNonNull(type, "type"),
                Objects.requireNonNull(from, "from"),
                Objects.requireNonNull(to, "to"),
                100);
    }

    /** Into how many parts a range is split, of the same size but for one; at most 100,000, and none is empty. Default: 100. */
    public Ranged<P> parts(int most) {
        if (most < 1 || most > PARTS_MAX) {
            throw new BatonException("OUT_OF_RANGE", "There are 1 to 100,000 parts; got " + most + ".");
        }
        return new Ranged<>(type, from, to, most);
    }

    /**
     * A job of this kind, to be enqueued.
     *
     * @throws BatonException with the code {@code OUT_OF_RANGE} if its range ends before it begins, or is larger than a long
     */
    public JobRequest<P> job(P payload) {
        size(payload);
        return type.job(payload);
    }

    /** The type of the whole. */
    public JobType<P> type() {
        return type;
    }

    /** The type of its parts. */
    public JobType<Part> part() {
        return type.like(type.name() + ".part", Part.class)
                .label(part -> type.name() + " " + part.number() + "/" + part.of());
    }

    /** Where the range of this one begins. */
    public long from(P payload) {
        return from.applyAsLong(payload);
    }

    /** How long it is. */
    public long size(P payload) {
        long begin = from.applyAsLong(payload);
        long end = to.applyAsLong(payload);
        if (end < begin || end - begin < 0) {
            throw new BatonException(
                    "OUT_OF_RANGE",
                    "A range ends where it begins or later; got " + begin + " to " + end + ". Nothing was stored.");
        }
        return end - begin;
    }

    /** Into how many parts this one is split. */
    public int partsOf(P payload) {
        return (int) Math.min(parts, size(payload));
    }
}
