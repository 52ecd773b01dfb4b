package dev.baton.http;

/** What somebody may do. Each is given by itself; who has none may do nothing. */
public enum Role {
    /** Looks at everything but payloads. */
    VIEWER,
    /** Looks at payloads. */
    PAYLOAD_VIEWER,
    /** Adds jobs. */
    SUBMITTER,
    /** Retries, cancels, kills, pauses and resumes. */
    OPERATOR,
    /** Decides about payments: skips and discards, resolves what is unknown. */
    PAYMENTS_OPERATOR,
    /** May do everything, and sees why something went wrong. */
    ADMIN
}
