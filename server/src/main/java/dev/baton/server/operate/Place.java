package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.server.client.Told;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where jobs are, as commands see it: a database, or a service that has one. What is told of a job has the same names in both, those of the
 * HTTP API. Whatever cannot be done is thrown as a {@link dev.baton.job.BatonException}.
 */
interface Place {

    /** Pages of lists have at most so many. */
    int PAGE_MAX = 1_000;

    /** Adds a job: its {@code id}, {@code answer} and {@code state}. */
    Told enqueue(String type, String json, Wanted wanted);

    /** The newest that fit, or those that are older than this one; each with its {@code last} attempt, but not what that answered. */
    List<Told> list(JobFilter filter, Optional<JobId> after, int limit);

    /** The same page by page, so many in all; says after which one to go on, if there may be more. */
    default Optional<JobId> pages(JobFilter filter, Optional<JobId> after, int limit, Consumer<List<Told>> each) {
        Optional<JobId> last = after;
        for (int left = limit; left > 0; left -= PAGE_MAX) {
            int size = Math.min(left, PAGE_MAX);
            List<Told> page = list(filter, last, size);
            each.accept(page);
            if (page.size() < size) {
                return Optional.empty();
            }
            last = Optional.of(JobId.parse(page.get(size - 1).required("id")));
        }
        return last;
    }

    /** A job, with its data if that is asked for. */
    Optional<Told> find(JobId job, boolean payload);

    /** The ended attempts at a job, the oldest first. */
    List<Told> attempts(JobId job);

    /** Why it does not run; of one that is not known that alone, as the cause {@code UNKNOWN_JOB}. */
    List<Told> why(JobId job);

    /** The {@code result} of an act, and what that was before and after, or in which state it was refused. */
    Told act(Act act, JobId job, Asker asker);

    /** The same to the next 10,000 that fit, or only what would come of it. */
    Batch actOnAll(Act act, JobFilter filter, Optional<JobId> after, boolean dryRun, Asker asker);

    /**
     * What came of an act on many.
     *
     * @param applied to how many it was done, by their states
     * @param refused to how many not, by the codes of the refusals
     * @param rest go on after this one, if there are more
     */
    record Batch(Map<String, Integer> applied, Map<String, Integer> refused, Optional<JobId> rest) {}

    /** What is paused or switched off. */
    List<Switch> off();

    /** Turns this off, or on; says what is off then. */
    List<Switch> turn(Switch which, boolean off, Asker asker);
}
