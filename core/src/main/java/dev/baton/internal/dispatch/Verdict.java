package dev.baton.internal.dispatch;

import dev.baton.internal.tell.Printable;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.PayloadCodec;
import dev.baton.job.Retry;
import dev.baton.store.Ending;
import dev.baton.store.JobView.Tally;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What becomes of a job after an attempt: from what the handler answered or threw, by what its type says of retries. */
final class Verdict {

    static final String TIMEOUT = "TIMEOUT";
    static final String UNDECODABLE = "UNDECODABLE";

    private static final int MESSAGE_MAX = 8 * 1024;
    private static final int RESULT_MAX = 256 * 1024;
    private static final int CAUSES_MAX = 5;
    private static final Duration LONGEST = Duration.ofDays(3652);
    private static final Duration SHORTEST_SNOOZE = Duration.ofMillis(100);

    private final InstantSource clock;
    private final RandomGenerator random;
    private final PayloadCodec codec;

    Verdict(InstantSource clock, RandomGenerator random, PayloadCodec codec) {
        this.clock = clock;
        this.random = random;
        this.codec = codec;
    }

    /** The handler answered. A result that cannot be stored is told to somebody; the work is done all the same. */
    Ending on(Outcome outcome, Retry retry, Tally tally, Consumer<Throwable> resultLost) {
        if (outcome instanceof Outcome.Done done) {
            return new Ending.Done(done.result().flatMap(result -> encoded(result, resultLost)));
        } else if (outcome instanceof Outcome.RetryLater later) {
            return retry(later.code(), later.message(), later.in(), retry, tally);
        } else if (outcome instanceof Outcome.Failed failed) {
            return new Ending.Dead(failed.code(), Printable.of(failed.message(), MESSAGE_MAX));
        } else if (outcome instanceof Outcome.Snoozed snoozed) {
            return new Ending.Snooze(bounded(snoozed.until()));
        } else if (outcome instanceof Outcome.Unknown unknown) {
            return new Ending.Held(unknown.code(), Printable.of(unknown.message(), MESSAGE_MAX));
        }
        return new Ending.Cancelled();
    }

    /** The handler threw: the type says what that means, and it is tried again if the type does not. */
    Outcome on(Throwable thrown, JobType<?> type) {
        try {
            Optional<Outcome> meaning = type.meaningOf(thrown);
            if (meaning.isPresent()) {
                return meaning.get();
            }
        } catch (Throwable unclassifiable) {
            return new Outcome.RetryLater("CLASSIFIER_FAILED", described(unclassifiable), Optional.empty());
        }
        if (thrown instanceof LinkageError) {
            // A class that is missing now will be missing in a minute.
            return new Outcome.Failed("LINKAGE_ERROR", described(thrown));
        }
        return new Outcome.RetryLater("EXCEPTION", described(thrown), Optional.empty());
    }

    /** The time was over. */
    Ending timedOut(Duration timeout, Retry retry, Tally tally) {
        return retry(TIMEOUT, "It took longer than " + timeout + ".", Optional.empty(), retry, tally);
    }

    /** Something failed so badly that nothing can be said of it. */
    Ending undescribed(Retry retry, Tally tally) {
        return retry("EXCEPTION", "The attempt failed beyond description.", Optional.empty(), retry, tally);
    }

    private Ending retry(String code, String message, Optional<Duration> in, Retry retry, Tally tally) {
        String safe = Printable.of(message, MESSAGE_MAX);
        int used = tally.failures() + tally.lost() + 1;
        if (!retry.allowsAnotherAfter(used)) {
            return new Ending.Dead(code, "No attempt is left after " + used + (safe.isEmpty() ? "." : ": " + safe));
        }
        Duration delay = in.orElseGet(() -> delayAfter(used, retry));
        return new Ending.Retry(clock.instant().plus(bounded(delay, Duration.ZERO)), code, safe);
    }

    /** A source of randomness that fails costs the jitter, and no job. */
    private Duration delayAfter(int used, Retry retry) {
        try {
            return retry.delayAfter(used, random);
        } catch (RuntimeException noRandomness) {
            return retry.plainDelayAfter(used);
        }
    }

    /** Not further away than jobs may be due, and not so near that a handler which snoozes at once keeps a slot busy. */
    private Instant bounded(Instant until) {
        Instant now = clock.instant();
        Instant latest = now.plus(LONGEST);
        return until.isAfter(latest) ? latest : now.plus(bounded(Duration.between(now, until), SHORTEST_SNOOZE));
    }

    private static Duration bounded(Duration delay, Duration shortest) {
        if (delay.compareTo(shortest) < 0) {
            return shortest;
        }
        return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }

    private Optional<String> encoded(Object result, Consumer<Throwable> resultLost) {
        try {
            String json = codec.encode(result);
            if (json.length() <= RESULT_MAX) {
                return Optional.of(json);
            }
            throw new IllegalArgumentException(
                    "The result has " + json.length() + " characters; " + RESULT_MAX + " are kept");
        } catch (Throwable unstorable) {
            resultLost.accept(unstorable);
            return Optional.empty();
        }
    }

    /** The exception and what caused it, in one safe line; causes may go in circles, and texts may be huge or missing. */
    static String described(Throwable thrown) {
        var text = new StringBuilder();
        Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable current = thrown;
        while (current != null && told.size() < CAUSES_MAX && told.add(current)) {
            text.append(text.isEmpty() ? "" : " caused by ").append(Printable.shown(current, MESSAGE_MAX));
            current = causeOf(current);
        }
        return Printable.of(text.toString(), MESSAGE_MAX);
    }

    private static @Nullable Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable broken) {
            return null;
        }
    }
}
