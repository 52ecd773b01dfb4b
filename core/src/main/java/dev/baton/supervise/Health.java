package dev.baton.supervise;

import java.time.Duration;
import java.util.OptionalLong;

/** What the health checks have seen of one run. */
final class Health {

    private OptionalLong firstSeen = OptionalLong.empty();
    private long beatsSeen;
    private Duration silence = Duration.ZERO;

    /**
     * Looks at the run, the time since the last look counting as {@code sinceLastLook}. Silence is added up look by look, so
     * the time in which the whole process stood still is not held against its tasks; the first look only takes note.
     */
    void look(Run run, long now, Duration sinceLastLook) {
        boolean first = firstSeen.isEmpty();
        if (first) {
            firstSeen = OptionalLong.of(now);
        }
        boolean sleeping = run.isSleeping(); // before the beats: who wakes up beats first
        long beats = run.beats();
        silence = first || sleeping || beats != beatsSeen ? Duration.ZERO : silence.plus(sinceLastLook);
        beatsSeen = beats;
    }

    /** How long the run has been healthy, counted from the first look. */
    long healthyNanos(long now) {
        return now - firstSeen.orElse(now);
    }

    boolean isSilent() {
        return !silence.isZero();
    }

    /** How long the run has neither beaten nor slept. */
    Duration silence() {
        return silence;
    }
}
