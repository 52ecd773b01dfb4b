package dev.baton.internal.dispatch;

import dev.baton.internal.tell.Printable;
import dev.baton.job.CrashPolicy;
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
    Ending on(Outcome outcome, Attempt attempt, Consumer<Throwable> resultLost) {
        if (outcome instanceof Outcome.Done done) {
            return new Ending.Done(done.result().flatMap(result -> encoded(result, resultLost)));
        } else if (outcome instanceof Outcome.RetryLater later) {
            return retry(attempt, later.code(), said(later.message(), attempt), later.in());
        } else if (outcome instanceof Outcome.Failed failed) {
            return new Ending.Dead(failed.code(), said(failed.message(), attempt));
        } else if (outcome instanceof Outcome.Snoozed snoozed) {
            return new Ending.Snooze(bounded(snoozed.until()));
        } else if (outcome instanceof Outcome.Unknown unknown) {
            return inDoubt(attempt, unknown.code(), said(unknown.message(), attempt), true);
        } else if (outcome instanceof Outcome.Held held) {
            return new Ending.Held(held.code(), said(held.message(), attempt));
        }
        return new Ending.Cancelled();
    }

    /** Does this answer leave no doubt? */
    static boolean isKnown(Outcome outcome) {
        return outcome instanceof Outcome.Done
                || outcome instanceof Outcome.Failed
                || outcome instanceof Outcome.Cancelled;
    }

    /** The handler threw: the type says what that means. If it does not, it is tried again, unless that leaves doubt. */
    Ending onThrown(Throwable thrown, Attempt attempt, Consumer<Throwable> resultLost) {
        JobType<?> type = attempt.registration().type();
        try {
            Optional<Outcome> meaning = attempt.isInDoubt() ? Optional.empty() : type.meaningOf(thrown);
            if (meaning.isPresent()) {
                return on(meaning.get(), attempt, resultLost);
            }
        } catch (Throwable unclassifiable) {
            return failed(attempt, "CLASSIFIER_FAILED", described(unclassifiable, attempt));
        }
        if (thrown instanceof LinkageError && !attempt.leavesDoubt()) {
            // A class that is missing now will be missing in a minute.
            return new Ending.Dead("LINKAGE_ERROR", described(thrown, attempt));
        }
        return failed(attempt, "EXCEPTION", described(thrown, attempt));
    }

    /** The time was over. */
    Ending timedOut(Attempt attempt) {
        return failed(attempt, TIMEOUT, "It took longer than " + attempt.timeout() + ".");
    }

    /** Something failed so badly that nothing can be said of it. */
    Ending undescribed(Attempt attempt) {
        return failed(attempt, "EXCEPTION", "The attempt failed beyond description.");
    }

    /** The handler wanted to end the job in its own transaction. If that was committed, this comes too late and changes nothing. */
    Ending notCommitted(Attempt attempt, String message) {
        String text = "The transaction with the end of the job did not commit";
        return failed(attempt, "FINISH_NOT_COMMITTED", message.isEmpty() ? text + "." : text + ": " + message);
    }

    private Ending failed(Attempt attempt, String code, String message) {
        return attempt.leavesDoubt()
                ? inDoubt(attempt, code, message, true)
                : retry(attempt, code, message, Optional.empty());
    }

    /** Nobody knows whether the work was done: its type finds out, or people have to. */
    Ending inDoubt(Attempt attempt, String code, String message, boolean charged) {
        if (attempt.registration().type().onCrash() != CrashPolicy.RECONCILE) {
            return new Ending.Held(code, Printable.of(message, MESSAGE_MAX));
        } else if (charged) {
            return stillInDoubt(retry(attempt, code, message, Optional.empty()));
        }
        return new Ending.Unknown(clock.instant(), code, Printable.of(message, MESSAGE_MAX), false);
    }

    /** Whatever is to become of the job, what is in doubt stays so. */
    static Ending stillInDoubt(Ending ending) {
        if (ending instanceof Ending.Retry retry) {
            return new Ending.Unknown(retry.dueAt(), retry.code(), retry.message(), true);
        } else if (ending instanceof Ending.Snooze snooze) {
            return new Ending.Unknown(snooze.until(), "SNOOZED", "", false);
        } else if (ending instanceof Ending.Dead dead) {
            return new Ending.Held(dead.code(), dead.message());
        }
        return ending;
    }

    private Ending retry(Attempt attempt, String code, String message, Optional<Duration> in) {
        Retry retry = attempt.registration().type().retry();
        Tally tally = attempt.claim().tally();
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

    /** What a handler says, without secrets and in one safe line. */
    private static String said(String message, Attempt attempt) {
        return Printable.of(attempt.hide(message), MESSAGE_MAX);
    }

    /** The exception and what caused it, in one safe line; causes may go in circles, and texts may be huge or missing. */
    static String described(Throwable thrown, Attempt attempt) {
        var text = new StringBuilder();
        Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable current = thrown;
        while (current != null && told.size() < CAUSES_MAX && told.add(current)) {
            text.append(text.isEmpty() ? "" : " caused by ").append(shown(current, attempt));
            current = causeOf(current);
        }
        return Printable.of(text.toString(), MESSAGE_MAX);
    }

    private static String shown(Throwable thrown, Attempt attempt) {
        try {
            String text = String.valueOf(thrown);
            String hidden = attempt.hide(text);
            return Printable.of(hidden.equals("***") ? thrown.getClass().getName() : hidden, MESSAGE_MAX);
        } catch (Throwable unprintable) {
            return "unprintable " + thrown.getClass().getName();
        }
    }

    private static @Nullable Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable broken) {
            return null;
        }
    }
}
