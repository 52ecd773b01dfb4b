package dev.baton.store;

import dev.baton.job.BatonException;

/** The store could not be reached or had no room; nothing was done, and trying again later may help. */
public final class StoreUnavailableException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** With a code such as {@code STORE_UNAVAILABLE} or {@code DISK_FULL}. */
    public StoreUnavailableException(String code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
