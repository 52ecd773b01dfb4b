package dev.baton.server.serve;

import java.util.Optional;

/** Where the service is between its start and its end. It only ever goes forward. */
enum Phase {
    /** The port is open, for those who ask how it is. */
    OPENING_STORE("it is starting: the store is being opened"),
    /** What a dead process left behind is taken back, before anything runs. */
    RECOVERING("it is starting: jobs of dead processes are being taken back"),
    /** Work may begin. */
    READY(""),
    /** Nothing new is let in; what is under way may finish. */
    STOPPING("it is stopping"),
    /** It is over. */
    STOPPED("it has stopped");

    private final String reason;

    Phase(String reason) {
        this.reason = reason;
    }

    /** Why no work is taken, if none is. */
    Optional<String> whyNotReady() {
        return this == READY ? Optional.empty() : Optional.of(reason);
    }
}
