package dev.baton.schedule;

/** What a schedule does when it fires and the job of an earlier time is not over: it waits, runs, is being retried or is held. */
public enum Overlap {
    /** Nothing: there is one job at a time, and this time is passed over. One that is dead is over. */
    SKIP,
    /**
     * The new job waits for the others, in the lane of the job or in one of the schedule's own, so that they run one after another. One that
     * is parked keeps those behind it waiting, unless its type passes it over.
     */
    QUEUE,
    /** The earlier job is cancelled, and the new one takes its place. One that runs is asked to end; both may run until it has. */
    REPLACE,
    /** The new job is added whatever the others do, and they may run at once. */
    ALLOW
}
