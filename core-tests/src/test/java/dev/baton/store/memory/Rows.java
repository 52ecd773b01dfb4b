package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The rows of a memory store as they are, for a test that judges them. Nothing is copied, so asking is cheap. */
public final class Rows {

    private final Tables tables;

    /** Where a job stands. */
    public enum Place {
        PENDING,
        RUNNING,
        HELD,
        DEAD,
        OVER
    }

    /**
     * A job with where it stands and what became of it so far.
     *
     * @param fence under which it runs; 0 if it does not
     * @param node who runs it
     * @param runHead the first number of its lane that was claimed with it; 0 if there is none
     * @param blocks is it parked, and keeps its lane closed?
     */
    public record Row(
            JobId id,
            Route route,
            Optional<Turn> turn,
            Place place,
            long fence,
            Optional<NodeId> node,
            long runHead,
            boolean blocks,
            List<AttemptView> attempts) {}

    /** The rows of this store. */
    public Rows(MemoryStore store) {
        this.tables = store.tables;
    }

    /** All jobs, in the order of their ids. */
    public void forEach(Consumer<Row> eye) {
        tables.jobs.forEach((id, job) -> eye.accept(row(id, job)));
    }

    /** Is there such a job? */
    public boolean has(JobId job) {
        return tables.jobs.containsKey(job);
    }

    /** A job that is there. */
    public Row row(JobId job) {
        return row(job, Objects.requireNonNull(tables.jobs.get(job)));
    }

    private Row row(JobId id, JobRow job) {
        List<AttemptView> attempts = tables.attempts(id);
        RunningRow running = tables.running.get(id);
        ParkedRow parked = tables.parked.get(id);
        int places = (tables.pending.containsKey(id) ? 1 : 0) + (running != null ? 1 : 0) + (parked != null ? 1 : 0);
        if (places > 1) {
            throw new AssertionError("Job " + id + " stands in " + places + " places");
        }
        if (running != null) {
            return new Row(
                    id,
                    job.route(),
                    job.turn(),
                    Place.RUNNING,
                    running.grip().fence(),
                    Optional.of(running.grip().node()),
                    running.grip().runHead(),
                    false,
                    attempts);
        }
        Place place = parked != null
                ? (parked.held() ? Place.HELD : Place.DEAD)
                : (tables.pending.containsKey(id) ? Place.PENDING : Place.OVER);
        boolean blocks = parked != null && parked.blocks();
        return new Row(id, job.route(), job.turn(), place, 0, Optional.empty(), 0, blocks, attempts);
    }

    /** Does this job run under this fence? */
    public boolean runs(JobId job, long fence) {
        RunningRow row = tables.running.get(job);
        return row != null && row.grip().fence() == fence;
    }

    /** Does somebody want this running job cancelled? */
    public boolean isCancelWanted(JobId job) {
        RunningRow row = tables.running.get(job);
        return row != null && row.flags().cancelWanted();
    }

    /** The jobs of a lane that stand somewhere, in the order of their numbers. */
    public Iterable<JobId> lane(String lane) {
        return tables.lanes.getOrDefault(lane, new TreeMap<>()).values();
    }

    /** The highest number of a lane that was given out. */
    public long lastNumber(String lane) {
        return tables.numbers.getOrDefault(lane, 0L);
    }

    /** Is this node live? */
    public boolean isLive(NodeId node) {
        return tables.isLive(node);
    }

    /** Does anybody have a key that is free once his job is over? */
    public boolean hasActiveKeys() {
        return tables.keys.keySet().stream().anyMatch(key -> key.scope() == KeyScope.ACTIVE);
    }

    /** When the last of these ended. */
    public static Instant endedAt(List<AttemptView> attempts) {
        return attempts.get(attempts.size() - 1).endedAt();
    }
}
