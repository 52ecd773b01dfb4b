package dev.baton.outbox;

/** Asks a rail what became of a payment. Called by many threads at once. */
@FunctionalInterface
public interface Finder {

    /** What the rail knows under the payment's reference. Who cannot find out throws, and is asked again. */
    Found find(Dispatch dispatch) throws Exception;
}
