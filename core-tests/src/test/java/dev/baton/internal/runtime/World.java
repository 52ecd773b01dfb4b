package dev.baton.internal.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Time and chance. What is to happen waits here for its time; what is due at the same time happens in an order that is drawn.
 * Everything that happened is folded into one number, so that two runs can be compared.
 */
final class World implements InstantSource {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final SplittableRandom random;
    private final boolean told;
    private final List<String> timeline = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final PriorityQueue<Happening> ahead = new PriorityQueue<>(Comparator.comparingLong(Happening::at)
            .thenComparingLong(Happening::tie)
            .thenComparingLong(Happening::order));
    private final Deque<Runnable> afterwards = new ArrayDeque<>();
    private long now;
    private long order;
    private long hash;
    private long happened;
    private Duration wrongBy = Duration.ZERO;
    private @Nullable AssertionError broken;

    private record Happening(
            long at, long tie, long order, @Nullable Member whose, Runnable what) {}

    /** A world for this seed; whether it is to be told what happens in it changes nothing there. */
    World(long seed, boolean told) {
        this.random = new SplittableRandom(seed);
        this.told = told;
    }

    long now() {
        return now;
    }

    /** What people's clocks say. It can be set wrong, for everybody at once. */
    @Override
    public Instant instant() {
        return START.plusNanos(now).plus(wrongBy);
    }

    void setClock(Duration by) {
        wrongBy = by;
    }

    SplittableRandom random() {
        return random;
    }

    /** True that often. */
    boolean chance(double share) {
        return share > 0 && random.nextDouble() < share;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Some time between these, in nanoseconds. */
    long between(Duration least, Duration most) {
        return random.nextLong(least.toNanos(), most.toNanos() + 1);
    }

    /** This happens to nobody in particular, after so much time. */
    void after(long nanos, Runnable what) {
        after(nanos, null, what);
    }

    /** This happens to a node after so much time: not if it is dead by then, and later if it stands still. */
    void after(long nanos, @Nullable Member whose, Runnable what) {
        ahead.add(new Happening(now + Math.max(0, nanos), random.nextLong(), order++, whose, what));
    }

    /** When the stack of what happens now is gone. */
    void afterwards(Runnable what) {
        afterwards.add(what);
    }

    /** The next thing happens. False if there is nothing, or not until then. */
    boolean step(long until) {
        Happening next = ahead.peek();
        if (next == null || next.at() > until) {
            return false;
        }
        ahead.remove();
        now = Math.max(now, next.at());
        Member whose = next.whose();
        if (whose != null && whose.isPaused()) {
            after(whose.pausedFor(), whose, next.what());
            return true;
        }
        if (whose == null || whose.isAlive()) {
            happened++;
            next.what().run();
            if (whose != null && whose.isAlive()) {
                whose.lookAround();
            }
        }
        cleanUp();
        if (broken != null) {
            throw broken;
        }
        return true;
    }

    /** The stack of what happened is gone. */
    void cleanUp() {
        while (!afterwards.isEmpty()) {
            afterwards.poll().run();
        }
    }

    /** If this is not so, the run has failed: said at once, and again when all who catch everything had their turn. */
    void require(boolean so, Supplier<String> otherwise) {
        if (!so) {
            broken = broken == null ? new AssertionError(otherwise.get()) : broken;
            note("broken", 0, otherwise);
            throw broken;
        }
    }

    /** It counts as covered. */
    void count(String what) {
        counts.merge(what, 1, Integer::sum);
    }

    /** Something is so: part of what two runs have to agree on. */
    void note(String what, long detail) {
        hash = mix(hash ^ mix(now + GOLDEN * what.hashCode()) ^ mix(detail));
    }

    /** The same, with a line for people. */
    void note(String what, long detail, Supplier<String> line) {
        note(what, detail);
        if (told) {
            timeline.add(String.format("%12.6f  %s", now / 1e9, line.get()));
        }
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    long hash() {
        return hash;
    }

    long happened() {
        return happened;
    }

    Map<String, Integer> counts() {
        return counts;
    }

    List<String> timeline() {
        return timeline;
    }
}
