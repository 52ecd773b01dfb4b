package dev.baton.outbox;

import java.util.Objects;
import java.util.Optional;

/**
 * What a rail answered, as it said it; what that means say its {@link Codes}.
 *
 * @param code the rail's own
 * @param message for people
 * @param railReference what the rail calls the payment
 * @param about the reference of ours that the rail says it speaks of; fill it in where the rail tells, as the answer to another payment
 *     then says nothing of this one
 */
public record Reply(String code, String message, Optional<String> railReference, Optional<String> about) {

    /** Something was answered. */
    public Reply {
        Objects.requireNonNull(code, "code");
        message = message == null ? "" : message;
    }

    /** This code, and nothing else. */
    public static Reply of(String code) {
        return new Reply(code, "", Optional.empty(), Optional.empty());
    }

    /** With words for people. */
    public Reply saying(String words) {
        return new Reply(code, words, railReference, about);
    }

    /** With what the rail calls the payment. */
    public Reply as(String reference) {
        return new Reply(code, message, Optional.of(reference), about);
    }

    /** With the reference of ours that the rail speaks of. */
    public Reply about(String reference) {
        return new Reply(code, message, railReference, Optional.of(reference));
    }
}
