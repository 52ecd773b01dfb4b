package dev.baton.http;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a request can be answered with when it is not done: stable words, the same as {@link dev.baton.job.BatonException#code()}, each with its status.
 * A code of the engine that is not among these is nobody's business outside, and told as {@link #INTERNAL}.
 */
enum Code {
    MALFORMED_JSON(400, "Not JSON"),
    DUPLICATE_FIELD(400, "A field is there twice"),
    JSON_LIMIT(400, "Too deep or too long"),
    UNKNOWN_FIELD(400, "A field that is not known"),
    AUTH(401, "Not known"),
    FORBIDDEN(403, "Not allowed"),
    BAD_ORIGIN(403, "Not from there"),
    NOT_FOUND(404, "Not found"),
    BAD_METHOD(405, "Not like this"),
    SLOW_REQUEST(408, "Too slow"),
    KEY_REUSED(409, "Another job has this key"),
    KEY_TAKEN(409, "Another job has its key"),
    STATE_CONFLICT(409, "Not in this state"),
    IN_DOUBT(409, "In doubt"),
    IN_HAND(409, "In hand"),
    NOT_IN_LANE(409, "In no lane"),
    STALE_FENCE(409, "Not the owner any more"),
    NOT_A_NODE(409, "Not a node"),
    WRONG_TYPE(409, "Of another type"),
    TOO_LARGE(413, "Too large"),
    TOO_MANY(413, "Too many"),
    UNSUPPORTED(415, "Not JSON"),
    REQUIRED(422, "Something is missing"),
    BAD_ID(422, "Not a name or an id"),
    BAD_CHARACTER(422, "A character that cannot be kept"),
    BAD_VALUE(422, "Not such a value"),
    UNKNOWN_TYPE(422, "A type that is not known"),
    BAD_PAYLOAD(422, "A payload that does not fit"),
    BAD_LABEL(422, "A payload that does not fit", false),
    BAD_TIME(422, "Not a time"),
    OUT_OF_RANGE(422, "Out of range"),
    KEY_REQUIRED(422, "A key is missing"),
    LANE_REQUIRED(422, "A lane is missing"),
    BATCH_REFUSED(422, "Some of them are wrong"),
    BAD_QUERY(422, "Not such a query"),
    BAD_LIMIT(422, "Not such a limit"),
    RATE(429, "Too many requests"),
    BACKLOG_FULL(429, "Too many jobs are pending"),
    INTERNAL(500, "A defect", false),
    NOT_READY(503, "Not ready"),
    STOPPED(503, "Stopping", false),
    ENGINE_BROKEN(503, "Stopping", false),
    SUPERVISOR_ENDED(503, "Stopping", false),
    STORE_CLOSED(503, "Stopping", false),
    STORE_UNAVAILABLE(503, "The store is not there", false),
    STORE_BUSY(503, "The store is busy", false),
    POOL_EXHAUSTED(503, "The store is busy", false),
    READ_ONLY(503, "The store takes no writes", false),
    OUTCOME_UNKNOWN(503, "Nobody knows whether it was done", false),
    DISK_FULL(507, "No room left", false);

    private static final Map<String, Code> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(Code::name, each -> each));

    private final int status;
    private final String title;
    private final boolean tells;

    Code(int status, String title) {
        this(status, title, true);
    }

    Code(int status, String title, boolean tells) {
        this.status = status;
        this.title = title;
        this.tells = tells;
    }

    static Optional<Code> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    /** Is what the engine says of it meant for callers, so that nothing of a database, a file or a class can be in it? */
    boolean tells() {
        return tells;
    }

    /** What to say instead of what the engine says. */
    String sentence() {
        return switch (this) {
            case OUTCOME_UNKNOWN ->
                "The answer of the store was lost: it was done, or it was not. Send the same again with the same key to find out.";
            case DISK_FULL -> "There is no room left where jobs are stored; nothing was done. Try again later.";
            case STOPPED, ENGINE_BROKEN, SUPERVISOR_ENDED, STORE_CLOSED ->
                "This service is stopping; nothing was done. Try again later, or elsewhere.";
            case INTERNAL -> "Something is wrong with this service. What it is stands in its log, by the request's id.";
            case BAD_LABEL -> "The payload does not fit its type; nothing was stored.";
            default -> "The store could not do it, and nothing was done. Try again later.";
        };
    }

    /** Does it help to try again, a little later? */
    boolean isPassing() {
        return status == 429 || status == 503;
    }
}
