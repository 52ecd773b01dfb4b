package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.KeyRequest;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.KeyId;
import dev.baton.store.memory.Tables.KeyRow;
import dev.baton.store.memory.Tables.PendingRow;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Unique keys: who has one, who gets it next, and when it is free again. */
final class Keys {

    private static final Comparator<String> BY_BYTES =
            Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    private final Tables tables;
    private final Lanes lanes;

    Keys(Tables tables, Lanes lanes) {
        this.tables = tables;
        this.lanes = lanes;
    }

    Optional<KeyRow> holder(String type, KeyRequest request) {
        return Optional.ofNullable(tables.keys.get(new KeyId(type, request.scope(), request.key())));
    }

    /** Who has keys that begin so, the first ones. */
    Map<String, JobId> beginningWith(String type, KeyScope scope, String beginning, int limit) {
        var found = new LinkedHashMap<String, JobId>();
        tables.keys.entrySet().stream()
                .filter(held ->
                        held.getKey().type().equals(type) && held.getKey().scope() == scope)
                .filter(held -> held.getKey().key().startsWith(beginning))
                .sorted(Comparator.comparing(held -> held.getKey().key(), BY_BYTES))
                .limit(limit)
                .forEach(held -> found.put(held.getKey().key(), held.getValue().job()));
        return found;
    }

    void give(JobId job, String type, KeyRequest request) {
        give(job, new KeyId(type, request.scope(), request.key()), null);
    }

    /** The key goes to this job when the one that has it is done, cancelled or dead. */
    void promise(JobId job, String type, KeyRequest request, KeyRow held) {
        var id = new KeyId(type, request.scope(), request.key());
        tables.put(tables.keys, id, new KeyRow(held.job(), job));
        tables.put(tables.keyOf, job, id);
    }

    /** The job is done, cancelled or dead: an ACTIVE key goes to the one it was promised to, or is free. */
    void free(JobId job) {
        KeyId id = tables.keyOf.get(job);
        KeyRow row = id == null ? null : tables.keys.get(id);
        if (id == null || row == null || id.scope() == KeyScope.FOREVER) {
            return;
        }
        if (job.equals(row.next())) {
            tables.put(tables.keys, id, new KeyRow(row.job(), null));
        } else if (job.equals(row.job())) {
            tables.put(tables.keys, id, heir(row));
        }
    }

    /** A dead job is to run again: takes its key back. Answers who has it instead, if anybody. */
    Optional<JobId> takeBack(JobRow job) {
        KeyId id = tables.keyOf.get(job.id());
        if (id == null) {
            return Optional.empty();
        }
        KeyRow row = tables.keys.get(id);
        if (row == null) {
            tables.put(tables.keys, id, new KeyRow(job.id(), null));
            return Optional.empty();
        }
        return row.job().equals(job.id()) || job.id().equals(row.next()) ? Optional.empty() : Optional.of(row.job());
    }

    /** Who else has to do with the ACTIVE key of this job, so that it cannot go over to another: who has it, or is to have it. */
    Optional<JobId> tiedTo(JobRow job) {
        KeyId id = tables.keyOf.get(job.id());
        KeyRow row = id == null || id.scope() == KeyScope.FOREVER ? null : tables.keys.get(id);
        if (row == null) {
            return Optional.empty();
        }
        return row.job().equals(job.id()) ? Optional.ofNullable(row.next()) : Optional.of(row.job());
    }

    /** An ACTIVE key goes over to the job that replaces this one; a FOREVER key goes on answering for this one. */
    void handOver(JobId from, JobId to) {
        KeyId id = tables.keyOf.get(from);
        if (id != null && id.scope() == KeyScope.ACTIVE) {
            give(to, id, null);
        }
    }

    /** Who has the key that this job waits for. */
    Optional<JobId> awaitedBy(JobId job) {
        KeyId id = tables.keyOf.get(job);
        KeyRow row = id == null ? null : tables.keys.get(id);
        return row != null && job.equals(row.next()) ? Optional.of(row.job()) : Optional.empty();
    }

    private void give(JobId job, KeyId id, @Nullable JobId next) {
        tables.put(tables.keys, id, new KeyRow(job, next));
        tables.put(tables.keyOf, job, id);
    }

    private @Nullable KeyRow heir(KeyRow row) {
        JobId next = row.next();
        if (next == null) {
            return null;
        }
        PendingRow waiting = tables.pending.get(next);
        if (waiting != null) {
            tables.put(tables.pending, next, waiting.behind(false));
            lanes.settle(next);
        }
        return new KeyRow(next, null);
    }
}
