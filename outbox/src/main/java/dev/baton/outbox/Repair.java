package dev.baton.outbox;

import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How soon payments of a dead process are taken back.
 *
 * @param silence how long a process may be silent before it is taken for dead; it says that it lives five times as often
 * @param every how often, at least, to look for payments of dead ones; who may be silent for less is looked at more often
 */
public record Repair(Duration silence, Duration every) {

    /** What the engine does unless it is told otherwise: such a payment is taken back within 20 s. */
    public static final Repair USUAL = new Repair(Duration.ofSeconds(15), Duration.ofSeconds(3));

    /**
     * For databases and networks that pause for longer than that: after two minutes of silence, looked for every minute at least, so that it takes
     * three minutes at most.
     */
    public static final Repair PATIENT = new Repair(Duration.ofSeconds(120), Duration.ofSeconds(60));

    private static final int BEATS = 5;

    /** A repair that can be. */
    public Repair {
        require(silence, "The silence");
        require(every, "The interval");
    }

    /** As {@link #PATIENT}, after so many seconds of silence; what is no number above 0 is 120, as is nothing. */
    public static Repair afterSeconds(@Nullable String seconds) {
        try {
            long silence = seconds == null ? 0 : Long.parseLong(seconds.strip());
            return silence <= 0 ? PATIENT : new Repair(Duration.ofSeconds(silence), PATIENT.every);
        } catch (NumberFormatException notANumber) {
            return PATIENT;
        }
    }

    BatonBuilder in(BatonBuilder setup) {
        return setup.heartbeat(silence.dividedBy(BEATS), silence).recoverEvery(every);
    }

    private static void require(Duration duration, String what) {
        if (duration.isNegative() || duration.isZero()) {
            throw new BatonException("OUT_OF_RANGE", what + " of a repair is positive; got " + duration + ".");
        }
    }
}
