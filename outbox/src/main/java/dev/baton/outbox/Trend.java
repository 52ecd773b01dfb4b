package dev.baton.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** What a few numbers have been lately, from one look to the next, as far back as a window. For one thread at a time. */
final class Trend {

    private final long window;
    private final Deque<Point> points = new ArrayDeque<>();

    private record Point(long nanos, double dead, double ended, double retryable) {}

    Trend(Duration window) {
        this.window = window.toNanos();
    }

    /** Numbers that nobody knows are left out. */
    void add(long nanos, double dead, double ended, double retryable) {
        if (Double.isNaN(dead)) {
            return;
        }
        points.add(new Point(nanos, dead, ended, retryable));
        while (points.size() > 1 && nanos - points.getFirst().nanos() > window) {
            points.removeFirst();
        }
    }

    /** By how many the dead have become more, since there were fewest. */
    double growth() {
        double fewest = points.stream().mapToDouble(Point::dead).min().orElse(Double.NaN);
        return points.isEmpty() ? Double.NaN : points.getLast().dead() - fewest;
    }

    /** Which part of what has ended since the first is to be repeated; 0 if nothing has. */
    double retryableShare() {
        if (points.isEmpty()) {
            return Double.NaN;
        }
        double ended = points.getLast().ended() - points.getFirst().ended();
        return ended <= 0
                ? 0
                : (points.getLast().retryable() - points.getFirst().retryable()) / ended;
    }
}
