package dev.baton.store;

import dev.baton.job.JobState;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Which jobs are meant; what is empty does not matter.
 *
 * @param code the code of the last attempt that ended
 */
public record JobFilter(
        Optional<String> queue,
        Optional<String> type,
        Optional<JobState> state,
        Optional<String> lane,
        Optional<String> code) {

    /** All of them. */
    public static final JobFilter ALL =
            new JobFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Only these, of the others. */
    public JobFilter state(JobState wanted) {
        return new JobFilter(queue, type, Optional.of(wanted), lane, code);
    }

    /** Only of this type, of the others. */
    public JobFilter type(String wanted) {
        return new JobFilter(queue, Optional.of(wanted), state, lane, code);
    }

    /** Only on this queue, of the others. */
    public JobFilter queue(String wanted) {
        return new JobFilter(Optional.of(wanted), type, state, lane, code);
    }

    /** Only in this lane, of the others. */
    public JobFilter lane(String wanted) {
        return new JobFilter(queue, type, state, Optional.of(wanted), code);
    }

    /** Only those whose last attempt ended with this code, of the others. */
    public JobFilter code(String wanted) {
        return new JobFilter(queue, type, state, lane, Optional.of(wanted));
    }

    /** What is named, in words. */
    @Override
    public String toString() {
        var named = new ArrayList<String>();
        queue.ifPresent(name -> named.add("queue " + name));
        type.ifPresent(name -> named.add("type " + name));
        state.ifPresent(name -> named.add("state " + name));
        lane.ifPresent(name -> named.add("lane " + name));
        code.ifPresent(name -> named.add("code " + name));
        return named.isEmpty() ? "all" : String.join(", ", named);
    }

    /** Is this one of those meant? */
    public boolean fits(JobView job) {
        return queue.map(job.route().queue()::equals).orElse(true)
                && type.map(job.route().type()::equals).orElse(true)
                && state.map(job.standing().state()::equals).orElse(true)
                && lane.map(wanted -> job.facts()
                                .turn()
                                .filter(turn -> turn.lane().equals(wanted))
                                .isPresent())
                        .orElse(true)
                && code.map(wanted -> job.last()
                                .filter(ended -> ended.detail().code().equals(wanted))
                                .isPresent())
                        .orElse(true);
    }
}
