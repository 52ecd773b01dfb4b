package dev.baton.outbox;

/** What a rail knows of a payment under its reference. */
public sealed interface Found {

    /** It was seen, and this came of it. */
    record Seen(Reply reply) implements Found {}

    /** It was never seen. It is believed once nothing can be under way any more. */
    record NeverSeen() implements Found {}

    /** It was seen, and nothing has come of it yet. */
    record UnderWay() implements Found {}

    /** It was seen, and this came of it. */
    static Found seen(Reply reply) {
        return new Seen(reply);
    }

    /** It was never seen. */
    static Found neverSeen() {
        return new NeverSeen();
    }

    /** Nothing has come of it yet. */
    static Found underWay() {
        return new UnderWay();
    }
}
