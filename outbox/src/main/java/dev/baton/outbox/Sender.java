package dev.baton.outbox;

/** Sends payments over a rail. Called by many threads at once. */
@FunctionalInterface
public interface Sender {

    /**
     * Sends a payment under its reference, and says what the rail answered. Whatever this throws, an interrupt when the time-out is over
     * included, means that nobody knows: who is sure that nothing has left, as a connection was refused, answers with a retryable code
     * instead.
     */
    Reply send(Dispatch dispatch) throws Exception;
}
