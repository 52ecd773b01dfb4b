package dev.baton.testkit.store.walk;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The time of a walk. Every walk begins at the same one. */
final class WalkClock implements InstantSource {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private volatile Instant now = START;

    @Override
    public Instant instant() {
        return now;
    }

    void restart() {
        now = START;
    }

    void advance(Duration by) {
        now = now.plus(by);
    }

    /** As far from now as this is from the epoch. */
    static Instant shifted(Instant fromEpoch, Instant now) {
        return now.plus(Duration.between(Instant.EPOCH, fromEpoch));
    }

    /** In so much time, as steps say it. */
    static Instant in(Duration time) {
        return Instant.EPOCH.plus(time);
    }
}
