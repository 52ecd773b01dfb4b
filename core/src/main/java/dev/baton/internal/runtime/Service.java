package dev.baton.internal.runtime;

import dev.baton.internal.enqueue.Admitting;
import dev.baton.schedule.Schedule;
import java.util.List;
import java.util.Optional;

/**
 * What is done beside taking jobs.
 *
 * @param node what this node is called, at every start
 * @param tasks what is kept alive
 * @param isNode whether it is a node, though it may handle nothing
 * @param withProcess whether it is closed when the process is told to end
 * @param admitting how many jobs may be pending
 * @param schedules what comes again and again
 */
public record Service(
        Optional<String> node,
        Tasks tasks,
        boolean isNode,
        boolean withProcess,
        Admitting admitting,
        List<Schedule> schedules) {}
