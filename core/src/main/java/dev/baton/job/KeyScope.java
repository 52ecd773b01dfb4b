package dev.baton.job;

/** For how long a unique key admits no second job. */
public enum KeyScope {
    /** For as long as the key is kept, also after the job has finished: the same key always means the same job. */
    FOREVER,
    /** While the job is pending, running or held: the key is free again when it is done, cancelled or dead. */
    ACTIVE
}
