package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import java.util.UUID;

/** A key that means one thing for ever was used for another. Nothing was stored. */
public final class KeyReusedException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final int index;
    private final UUID existing;

    /** The so-many-th job of the batch, counted from 0, came with the key of this one. */
    public KeyReusedException(int index, String key, String type, JobId existing) {
        super(
                "KEY_REUSED",
                "The key " + key + " of type " + type + " belongs to job " + existing + ", which has another payload. "
                        + "Nothing was stored. Use another key for other work.");
        this.index = index;
        this.existing = existing.value();
    }

    /** Which job of the batch it was, counted from 0. */
    public int index() {
        return index;
    }

    /** The job that has the key. */
    public JobId existing() {
        return new JobId(existing);
    }
}
