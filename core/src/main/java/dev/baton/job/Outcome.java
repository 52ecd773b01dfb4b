package dev.baton.job;

import dev.baton.internal.check.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a handler answers: how its attempt ended and what is to become of the job. */
public sealed interface Outcome {

    /** The work is done. */
    record Done(Optional<Object> result) implements Outcome {
        /** Nothing is no result. */
        public Done {
            result = result == null ? Optional.empty() : result;
        }
    }

    /** It did not work this time. The job is tried again after its type's delay, or this one, while it has attempts left. */
    record RetryLater(String code, String message, Optional<Duration> in) implements Outcome {
        /** What is missing is empty. */
        public RetryLater {
            message = text(message);
            in = in == null ? Optional.empty() : in;
        }
    }

    /** It will never work. The job is parked as dead. */
    record Failed(String code, String message) implements Outcome {
        /** What is missing is empty. */
        public Failed {
            message = text(message);
        }
    }

    /** Not now. The job comes back at that time, and no attempt is used up. */
    record Snoozed(Instant until) implements Outcome {}

    /**
     * Nobody knows whether it worked. The job is parked as held, for somebody to find out; or its type finds out, with {@link
     * CrashPolicy#RECONCILE}.
     */
    record Unknown(String code, String message) implements Outcome {
        /** What is missing is empty. */
        public Unknown {
            message = text(message);
        }
    }

    /** Nobody knows whether it worked, and only people can find out. The job is parked as held, whatever its type can do. */
    record Held(String code, String message) implements Outcome {
        /** What is missing is empty. */
        public Held {
            message = text(message);
        }
    }

    /** The work is no longer wanted, and was left alone. */
    record Cancelled() implements Outcome {}

    /** Done, with nothing to tell. */
    static Outcome done() {
        return new Done(Optional.empty());
    }

    /** Done, with a result that is stored as JSON. */
    static Outcome done(@Nullable Object result) {
        return new Done(Optional.ofNullable(result));
    }

    /** Try again after the type's own delay. */
    static Outcome retry(String code) {
        return new RetryLater(Names.checked("an outcome's code", code), "", Optional.empty());
    }

    /** Try again after the type's own delay, for a reason that people can read. */
    static Outcome retry(String code, @Nullable String message) {
        return new RetryLater(Names.checked("an outcome's code", code), text(message), Optional.empty());
    }

    /** Try again after this long. */
    static Outcome retry(String code, Duration in) {
        return new RetryLater(Names.checked("an outcome's code", code), "", Optional.of(in));
    }

    /** Do not try again. */
    static Outcome fail(String code) {
        return fail(code, "");
    }

    /** Do not try again, for a reason that people can read. */
    static Outcome fail(String code, @Nullable String message) {
        return new Failed(Names.checked("an outcome's code", code), text(message));
    }

    /** Come back then, at the earliest in a tenth of a second, without using up an attempt. */
    static Outcome snooze(Instant until) {
        return new Snoozed(until);
    }

    /** It may have worked or not. */
    static Outcome unknown(String code) {
        return unknown(code, "");
    }

    /** It may have worked or not, for a reason that people can read. */
    static Outcome unknown(String code, @Nullable String message) {
        return new Unknown(Names.checked("an outcome's code", code), text(message));
    }

    /** It may have worked or not, and nothing but people can find out; for a reason that they can read. */
    static Outcome hold(String code, @Nullable String message) {
        return new Held(Names.checked("an outcome's code", code), text(message));
    }

    /** It is no longer wanted. */
    static Outcome cancelled() {
        return new Cancelled();
    }

    /** Exceptions often have no message, and their outcome is none the less clear. */
    private static String text(@Nullable String message) {
        return message == null ? "" : message;
    }
}
