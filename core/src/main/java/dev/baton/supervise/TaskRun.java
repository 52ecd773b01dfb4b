package dev.baton.supervise;

import java.time.Duration;

/**
 * A task's view of the run it is in. Safe for use by several threads.
 *
 * <p>An interface so that a task can be tested without a supervisor.
 */
public interface TaskRun {

    /** The name under which the task is registered. */
    String task();

    /** Which run of the task this is, counted from 1. */
    long number();

    /** How long this run has lasted, in the supervisor's time. */
    Duration elapsed();

    /** Says that the run makes progress. Needed only by tasks registered with {@link TaskSpec#hangAfter}. */
    void beat();

    /** Waits in the supervisor's time. A sleeping run is not silent: sleeping counts as making progress. */
    void sleep(Duration duration) throws InterruptedException;

    /** True once this run was asked to stop, by a kill, a restart, a shutdown or because it seemed to hang. */
    boolean stopping();

    /** Reports something the task survives, as a {@link SupervisorEvent.TaskWarned}. */
    void warn(String what, Throwable cause);
}
