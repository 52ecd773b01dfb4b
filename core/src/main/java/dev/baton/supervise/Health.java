package dev.baton.supervise;

import java.time.Duration;
import java.util.OptionalLong;

/** What the health checks have seen of one run. */
final class Health {

    private OptionalLong firstSeen = OptionalLong.empty();
    private long beatsSeen;
    private Duration silence = Duration.ZERO;

    /** How long the run has been healthy, counted from the first check that saw it. */
    long healthyNanos(long now) {
        if (firstSeen.isEmpty()) {
            firstSeen = OptionalLong.of(now);
        }
        return now - firstSeen.getAsLong();
    }

    /**
     * How long the run has been silent, if the time since the last check counts as {@code sinceLastCheck}. Silence is added
     * up check by check, so the time in which the whole process stood still is not held against its tasks.
     */
    Duration silence(Run run, Duration sinceLastCheck) {
        long beats = run.beats();
        if (run.isSleeping() || beats != beatsSeen) {
            silence = Duration.ZERO;
        } else {
            silence = silence.plus(sinceLastCheck);
        }
        beatsSeen = beats;
        return silence;
    }
}
