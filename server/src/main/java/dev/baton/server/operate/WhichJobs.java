package dev.baton.server.operate;

import dev.baton.job.JobState;
import dev.baton.store.JobFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which jobs are meant; what is not said does not matter. */
final class WhichJobs {

    @Option(names = "--queue", paramLabel = "NAME", description = "Only jobs on this queue.")
    private @Nullable String queue;

    @Option(names = "--type", paramLabel = "NAME", description = "Only jobs of this type.")
    private @Nullable String type;

    @Option(names = "--state", paramLabel = "STATE", description = "Only jobs that are ${COMPLETION-CANDIDATES}.")
    private @Nullable JobState state;

    @Option(names = "--lane", paramLabel = "NAME", description = "Only jobs of this lane.")
    private @Nullable String lane;

    @Option(names = "--code", paramLabel = "CODE", description = "Only jobs whose last attempt ended with this code.")
    private @Nullable String code;

    JobFilter filter() {
        JobFilter filter = JobFilter.ALL;
        filter = queue == null ? filter : filter.queue(queue);
        filter = type == null ? filter : filter.type(type);
        filter = state == null ? filter : filter.state(state);
        filter = lane == null ? filter : filter.lane(lane);
        return code == null ? filter : filter.code(code);
    }

    /** Was nothing said? */
    boolean isAll() {
        return filter().equals(JobFilter.ALL);
    }
}
