package dev.baton.server.client;

import dev.baton.job.BatonException;

/** What answered is no service of ours, or one that speaks otherwise. */
public final class NotBatonException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** For this reason. */
    public NotBatonException(String why) {
        super(
                "NOT_A_BATON",
                "What answers there is no Baton service of this version: " + why
                        + ". Look at --server: it is the address before /api/v1, and a proxy in between has to let that through.");
    }
}
