package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Candidate;
import dev.baton.store.Switch;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of a lane leave it in the order of their numbers. So at most one of them is ready, and none while one runs: the first that
 * is pending, unless a parked one before it blocks the lane, it waits for its key, or the lane is switched off. Jobs that a lane only
 * numbers do not stand in it.
 */
final class Lanes {

    private static final NavigableMap<Long, JobId> NOBODY = new TreeMap<>();

    private final Tables tables;

    Lanes(Tables tables) {
        this.tables = tables;
    }

    /** The next number; it is taken if the transaction commits. */
    Turn next(String lane) {
        long number = tables.numbers.getOrDefault(lane, 0L) + 1;
        tables.put(tables.numbers, lane, number);
        return new Turn(lane, number);
    }

    /** A job stands in its lane from now on. */
    void enter(JobRow job) {
        job.turn()
                .ifPresent(turn -> tables.put(
                        tables.lanes.computeIfAbsent(turn.lane(), any -> new TreeMap<>()), turn.sequence(), job.id()));
    }

    /** A job is over. */
    void leave(JobId job) {
        Optional<Turn> turn = turn(job);
        turn.ifPresent(place -> tables.put(standing(place.lane()), place.sequence(), null));
    }

    /** Something changed in the lane of this job. */
    void settle(JobId job) {
        turn(job).ifPresent(turn -> settle(turn.lane()));
    }

    /** Something changed in this lane. */
    void settle(String lane) {
        JobId first = next(standing(lane), lane);
        for (JobId job : standing(lane).values()) {
            PendingRow row = tables.pending.get(job);
            if (row != null && row.ready() != job.equals(first)) {
                tables.put(tables.pending, job, row.ready(job.equals(first)));
            }
        }
    }

    private @Nullable JobId next(NavigableMap<Long, JobId> jobs, String lane) {
        if (tables.off.containsKey(Switch.lane(lane)) || jobs.values().stream().anyMatch(tables.running::containsKey)) {
            return null;
        }
        for (JobId job : jobs.values()) {
            PendingRow row = tables.pending.get(job);
            if (row != null) {
                return row.behind() ? null : job;
            } else if (blocks(job)) {
                return null;
            }
        }
        return null;
    }

    /**
     * Whether this candidate may be taken: not if its lane only numbers it and is switched off. Then it is set aside, and not looked at
     * again until the lane is on.
     */
    boolean isOnOrSetAside(Candidate candidate) {
        JobRow job = Objects.requireNonNull(tables.jobs.get(candidate.id()));
        boolean off = job.turn().isEmpty()
                && job.lane().map(Switch::lane).filter(tables.off::containsKey).isPresent();
        PendingRow row = Objects.requireNonNull(tables.pending.get(job.id()));
        if (off) {
            tables.put(tables.pending, job.id(), row.ready(false));
        }
        return !off;
    }

    /** A lane is on again: what was set aside because of it may be claimed. */
    void takeUp(String lane) {
        Map.copyOf(tables.pending).forEach((id, row) -> {
            JobRow job = Objects.requireNonNull(tables.jobs.get(id));
            boolean aside = job.turn().isEmpty() && !row.ready() && !row.behind();
            if (aside && job.lane().filter(lane::equals).isPresent()) {
                tables.put(tables.pending, id, row.ready(true));
            }
        });
    }

    /** Who has to leave before this one: what runs, and what stands before it. */
    Optional<JobId> before(Turn turn) {
        List<JobId> running = standing(turn.lane()).values().stream()
                .filter(tables.running::containsKey)
                .toList();
        if (!running.isEmpty()) {
            return Optional.of(running.get(0));
        }
        return standing(turn.lane()).headMap(turn.sequence(), false).values().stream()
                .filter(job -> tables.pending.containsKey(job) || blocks(job))
                .findFirst();
    }

    /** The jobs behind this one in its lane, in order, up to the first that is not pending; passed over ones are left out. */
    List<JobId> pendingBehind(Turn turn) {
        var behind = new ArrayList<JobId>();
        for (JobId job : standing(turn.lane()).tailMap(turn.sequence(), false).values()) {
            if (tables.pending.containsKey(job)) {
                behind.add(job);
            } else if (blocks(job)) {
                break;
            }
        }
        return behind;
    }

    /** Does one of these numbers of the lane stand, from the first up to the one before this turn, so that it goes first? */
    boolean isOutOfTurn(Turn turn, long from) {
        Map<Long, JobId> before = standing(turn.lane()).subMap(Math.min(from, turn.sequence()), turn.sequence());
        return before.values().stream()
                .anyMatch(job -> tables.pending.containsKey(job) || tables.running.containsKey(job) || blocks(job));
    }

    /** Those of this lane that run under this fence, in order. */
    List<JobId> run(String lane, long fence) {
        return standing(lane).values().stream()
                .filter(job -> isRunning(job, fence))
                .toList();
    }

    private boolean isRunning(JobId job, long fence) {
        RunningRow row = tables.running.get(job);
        return row != null && row.grip().fence() == fence;
    }

    Optional<Turn> turn(JobId job) {
        return Objects.requireNonNull(tables.jobs.get(job)).turn();
    }

    private boolean blocks(JobId job) {
        ParkedRow row = tables.parked.get(job);
        return row != null && row.blocks();
    }

    private NavigableMap<Long, JobId> standing(String lane) {
        return tables.lanes.getOrDefault(lane, NOBODY);
    }
}
