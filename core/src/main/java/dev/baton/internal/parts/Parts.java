package dev.baton.internal.parts;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Progress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of the parts of one whole. What is over stays so, and is not asked about again. For one thread at a time. */
final class Parts {

    private static final int BATCH = 500;

    private final JobId whole;
    private final Plan plan;
    private final BitSet over = new BitSet();
    private final List<Integer> cancelled = new ArrayList<>();
    private final List<Open> open = new ArrayList<>();
    private long done;

    /** A part that is not over, as far as was looked. */
    record Open(int number, JobId id, JobView.Standing standing) {}

    Parts(JobId whole, Plan plan) {
        this.whole = whole;
        this.plan = plan;
    }

    JobId whole() {
        return whole;
    }

    Plan plan() {
        return plan;
    }

    /** Asks about at least so many of those that were not over, the first ones; about more as long as all of these are. */
    void look(JobStore store, int atLeast) {
        open.clear();
        int next = 1;
        while (next <= plan.parts() && open.size() < atLeast) {
            var batch = new LinkedHashMap<Integer, JobId>();
            next = over.nextClearBit(next);
            while (next <= plan.parts() && batch.size() < Math.min(BATCH, atLeast)) {
                batch.put(next, Plan.id(whole, next));
                next = over.nextClearBit(next + 1);
            }
            take(batch, store);
        }
    }

    /** What is not known was removed when it was long over. */
    private void take(Map<Integer, JobId> batch, JobStore store) {
        Instant now = store.clock().instant();
        Map<JobId, JobView.Standing> standings = batch.isEmpty() ? Map.of() : store.standings(batch.values(), now);
        batch.forEach((number, id) -> {
            JobView.Standing standing = standings.get(id);
            if (standing != null && !standing.state().isFinal()) {
                open.add(new Open(number, id, standing));
                return;
            }
            over.set(number);
            if (standing != null && standing.state() == JobState.CANCELLED) {
                cancelled.add(number);
            } else {
                done += plan.part(whole, number).size();
            }
        });
    }

    boolean isOver() {
        return over.cardinality() == plan.parts();
    }

    int over() {
        return over.cardinality();
    }

    /** Those that were not over when it was looked. */
    List<Open> open() {
        return List.copyOf(open);
    }

    /** The numbers of those that were cancelled, as far as was looked. */
    List<Integer> cancelled() {
        return cancelled.stream().sorted().toList();
    }

    /** What is done of all parts, those that run included. */
    Progress.Mark progress() {
        long all = done;
        for (Open each : open) {
            long most = plan.part(whole, each.number()).size();
            all += each.standing()
                    .hold()
                    .flatMap(JobView.Hold::progress)
                    .map(mark -> Math.max(0, Math.min(mark.done(), most)))
                    .orElse(0L);
        }
        return new Progress.Mark(all, plan.size(), over() + " of " + plan.parts() + " parts");
    }
}
