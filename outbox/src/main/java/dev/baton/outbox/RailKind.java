package dev.baton.outbox;

/** What a rail can stand when nobody knows whether it has taken a payment. */
public enum RailKind {
    /** The same reference again is no second payment: it is sent again. */
    IDEMPOTENT,
    /** It can be asked what became of a reference: it is sent again if the rail has never seen it. */
    QUERYABLE,
    /** Neither: the payment is held, for people to find out. */
    NEITHER
}
