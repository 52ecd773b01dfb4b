package dev.baton.internal.operate;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.OperatorCommand.OnJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One command to all jobs that fit a filter, page by page from the newest on, each page in one transaction. So jobs that are added
 * meanwhile are left alone, and what changes between two pages is refused or not, as any single command is.
 */
public final class Bulk {

    private static final int PAGE = 500;
    private static final int MOST = 10_000;
    private static final int FIRST = 10;

    private final Jobs jobs;
    private final Map<JobState, Sum> touched = new EnumMap<>(JobState.class);
    private final Map<String, Sum> refused = new TreeMap<>();

    /** Where jobs are found and commands go. */
    public interface Jobs {
        /** So many that fit, the newest first, from after this one on. */
        List<JobId> list(JobFilter filter, Optional<JobId> after, int limit);

        /** Carries these out, or only says what would come of it. */
        List<CommandResult> command(List<OperatorCommand> commands);
    }

    private static final class Sum {
        private final List<JobId> first = new ArrayList<>();
        private int count;

        void add(JobId job) {
            count++;
            if (first.size() < FIRST) {
                first.add(job);
            }
        }

        BulkResult.Some some() {
            return new BulkResult.Some(count, List.copyOf(first));
        }
    }

    private Bulk(Jobs jobs) {
        this.jobs = jobs;
    }

    /** Does this to all that fit, from after this job on. */
    public static BulkResult all(Act act, JobFilter filter, Optional<JobId> after, By by, Jobs jobs) {
        if (filter.equals(JobFilter.ALL)) {
            throw new BatonException(
                    "BAD_QUERY",
                    "A filter that names nothing means every job; nothing changed. Name a queue, type, state, lane or code.");
        }
        return new Bulk(jobs).all(act, filter, after, by);
    }

    private BulkResult all(Act act, JobFilter filter, Optional<JobId> after, By by) {
        Optional<JobId> last = after;
        int looked = 0;
        while (looked < MOST) {
            List<JobId> page = jobs.list(filter, last, PAGE);
            command(page, act, by);
            looked += page.size();
            if (page.size() < PAGE) {
                return result(Optional.empty());
            }
            last = Optional.of(page.get(PAGE - 1));
        }
        return result(jobs.list(filter, last, 1).isEmpty() ? Optional.empty() : last);
    }

    private void command(List<JobId> page, Act act, By by) {
        if (page.isEmpty()) {
            return;
        }
        List<OperatorCommand> commands = page.stream()
                .<OperatorCommand>map(job -> new OnJob(job, act, by))
                .toList();
        List<CommandResult> results = jobs.command(commands);
        for (int i = 0; i < page.size(); i++) {
            count(page.get(i), results.get(i));
        }
    }

    private void count(JobId job, CommandResult result) {
        Sum sum = result instanceof CommandResult.Applied applied
                ? touched.computeIfAbsent(stateOf(applied.before()), any -> new Sum())
                : refused.computeIfAbsent(result.code(), any -> new Sum());
        sum.add(job);
    }

    private static JobState stateOf(String shown) {
        return JobState.valueOf(shown.toUpperCase(Locale.ROOT));
    }

    private BulkResult result(Optional<JobId> rest) {
        var touchedBy = new EnumMap<JobState, BulkResult.Some>(JobState.class);
        touched.forEach((state, sum) -> touchedBy.put(state, sum.some()));
        var refusedBy = new TreeMap<String, BulkResult.Some>();
        refused.forEach((code, sum) -> refusedBy.put(code, sum.some()));
        return new BulkResult(Collections.unmodifiableMap(touchedBy), Collections.unmodifiableMap(refusedBy), rest);
    }
}
