package dev.baton.outbox;

/**
 * What is kept of a payment that a rail has taken.
 *
 * @param code what the rail answered
 * @param railReference what the rail calls the payment; empty if it did not say
 */
public record Accepted(String code, String railReference) {

    static Accepted by(Reply reply) {
        return new Accepted(reply.code(), reply.railReference().orElse(""));
    }
}
