package dev.baton.internal.prune;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.store.JobStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Removes finished jobs when their retention is over: every so often a round, in small batches, so that no claim or finish has
 * to wait long for it. A crash in the middle leaves the rest to the next round.
 *
 * <p>Where all are kept equally long and nothing is exported, the store removes them unseen. Otherwise it is asked what there is, once
 * for every time for which something is kept.
 */
public final class Pruning {

    private static final int BATCH = 100;
    private static final int LOOK = 500;

    private final JobStore store;
    private final Keep keep;
    private final Optional<ExportFiles> export;
    private final Consumer<Event> events;
    private final List<Walk> walks = new ArrayList<>();
    /** What is to be removed next. */
    private final List<JobId> doomed = new ArrayList<>();

    private Optional<Sheet> sheet = Optional.empty();
    private int current;
    private Optional<Instant> endedBefore = Optional.empty();
    private int removed;

    /**
     * How long finished jobs are kept.
     *
     * @param all so long after their end
     * @param ofType those of these types so long
     * @param every how often to look for older ones
     */
    public record Keep(Duration all, Map<String, Duration> ofType, Duration every) {

        Duration of(String type) {
            return ofType.getOrDefault(type, all);
        }

        boolean isTheSameForAll() {
            return ofType.values().stream().allMatch(all::equals);
        }
    }

    /** Keeps finished jobs so long, and writes them there before they go. */
    public Pruning(JobStore store, Keep keep, Optional<ExportFiles> export, Consumer<Event> events) {
        this.store = store;
        this.keep = keep;
        this.export = export;
        this.events = events;
        if (export.isPresent() || !keep.isTheSameForAll()) {
            var times = new TreeSet<>(keep.ofType().values());
            times.add(keep.all());
            times.forEach(time -> walks.add(new Walk(time, type -> keep.of(type).equals(time))));
        }
    }

    /** One batch. What ends meanwhile is left to the next round, so that each comes to an end. Answers when to look again. */
    public Duration runOnce() {
        return walks.isEmpty() ? removeUnseen() : goOn();
    }

    private Duration removeUnseen() {
        Instant before = endedBefore.orElseGet(() -> store.clock().instant().minus(keep.all()));
        endedBefore = Optional.of(before);
        int batch = store.prune(before, BATCH);
        removed += batch;
        if (batch == BATCH) {
            return Duration.ZERO;
        }
        if (removed > 0) {
            events.accept(new Event.JobsPruned(removed, before));
        }
        endedBefore = Optional.empty();
        removed = 0;
        return keep.every();
    }

    private Duration goOn() {
        Walk walk = walks.get(current);
        if (!doomed.isEmpty()) {
            List<JobId> batch = doomed.subList(0, Math.min(BATCH, doomed.size()));
            walk.removed(store.finishedJobs().remove(batch));
            batch.clear();
            return Duration.ZERO;
        }
        if (walk.isOver()) {
            return restOf(walk);
        }
        List<JobId> some = walk.look(store.finishedJobs(), store.clock().instant(), export.isPresent() ? BATCH : LOOK);
        if (export.isEmpty()) {
            doomed.addAll(some);
            return Duration.ZERO;
        }
        try {
            doomed.addAll(exported(export.get(), some, walk));
            return Duration.ZERO;
        } catch (IOException e) {
            return restUntilThereIsRoom(export.get(), walk, e);
        } catch (RuntimeException e) {
            giveUpSheet(walk);
            throw e;
        }
    }

    /** Nothing is removed before it is on disk under its name, and all of a file at once. */
    private List<JobId> exported(ExportFiles files, List<JobId> some, Walk walk) throws IOException {
        Sheet open = sheet.isPresent() ? sheet.get() : files.begin(store.clock().instant());
        sheet = Optional.of(open);
        open.add(store, some);
        if (!open.isFull() && !walk.isOver()) {
            return List.of();
        }
        open.complete()
                .ifPresent(
                        file -> events.accept(new Event.JobsExported(open.jobs().size(), file.toString())));
        sheet = Optional.empty();
        walk.keepPlace();
        return open.jobs();
    }

    private Duration restUntilThereIsRoom(ExportFiles files, Walk walk, IOException failure) {
        giveUpSheet(walk);
        events.accept(new Event.ExportFailed(files.folder().toString(), failure.toString()));
        return keep.every();
    }

    private void giveUpSheet(Walk walk) {
        sheet.ifPresent(Sheet::discard);
        sheet = Optional.empty();
        walk.goBack();
    }

    private Duration restOf(Walk walk) {
        if (walk.removed() > 0) {
            events.accept(new Event.JobsPruned(walk.removed(), walk.endedBefore()));
        }
        walk.rest();
        current = (current + 1) % walks.size();
        return current == 0 ? keep.every() : Duration.ZERO;
    }
}
