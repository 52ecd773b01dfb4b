package dev.baton.server.demo.supervise;

import dev.baton.supervise.SupervisorEvent;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.TaskState;
import dev.baton.supervise.TaskStatus;
import java.util.List;
import java.util.function.Predicate;

/**
 * One task of the demo, and what has to come of it.
 *
 * @param name the task's name
 * @param does what it does, for people
 * @param spec how it is supervised
 * @param state where it stands in the end
 * @param runs how often it was started, by its policy
 * @param seen something that must have been heard of it
 */
record Act(String name, String does, TaskSpec spec, TaskState state, long runs, Predicate<SupervisorEvent> seen) {

    boolean agreesWith(TaskStatus status, List<SupervisorEvent> heard) {
        return status.state() == state
                && status.runs() == runs
                && heard.stream().anyMatch(seen);
    }
}
