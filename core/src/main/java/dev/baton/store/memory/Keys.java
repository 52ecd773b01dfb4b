package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.KeyRequest;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.KeyId;
import dev.baton.store.memory.Tables.KeyRow;
import dev.baton.store.memory.Tables.PendingRow;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Unique keys: who has one, who gets it next, and when it is free again. */
final class Keys {

    private final Tables tables;

    Keys(Tables tables) {
        this.tables = tables;
    }

    Optional<KeyRow> holder(String type, KeyRequest request) {
        return Optional.ofNullable(tables.keys.get(new KeyId(type, request.scope(), request.key())));
    }

    void give(JobRow job, KeyRequest request) {
        var id = new KeyId(job.route().type(), request.scope(), request.key());
        tables.put(tables.keys, id, new KeyRow(job, null));
        tables.put(tables.keyOf, job.id(), id);
    }

    /** The key goes to this job when the one that has it is done, cancelled or dead. */
    void promise(JobRow job, KeyRequest request, KeyRow held) {
        var id = new KeyId(job.route().type(), request.scope(), request.key());
        tables.put(tables.keys, id, new KeyRow(held.job(), job.id()));
        tables.put(tables.keyOf, job.id(), id);
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
        } else if (job.equals(row.job().id())) {
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
            tables.put(tables.keys, id, new KeyRow(job, null));
            return Optional.empty();
        }
        return row.job().id().equals(job.id())
                ? Optional.empty()
                : Optional.of(row.job().id());
    }

    private @Nullable KeyRow heir(KeyRow row) {
        JobRow next = row.next() == null ? null : tables.jobs.get(row.next());
        if (next == null) {
            return null;
        }
        PendingRow waiting = tables.pending.get(next.id());
        if (waiting != null) {
            tables.put(tables.pending, next.id(), waiting.nowReady());
        }
        return new KeyRow(next, null);
    }
}
