package dev.baton.examples.wallets.chain;

import java.io.IOException;
import java.time.Duration;

/** The chain wants to be asked less often. Nothing is wrong. */
public final class RateLimitedException extends IOException {

    private static final long serialVersionUID = 1;

    private final Duration pause;

    /** Not before this is over. */
    public RateLimitedException(Duration pause) {
        super("Asked too often; ask again in " + pause);
        this.pause = pause;
    }

    /** How long to leave it alone. */
    public Duration pause() {
        return pause;
    }
}
