package dev.baton.store.memory;

import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.Inserted;
import dev.baton.store.JobView.Tally;
import dev.baton.store.KeyRequest;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.KeyRow;
import dev.baton.store.memory.Tables.PendingRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds jobs. */
final class Inserting {

    private final Tables tables;
    private final Keys keys;
    private final Places places;

    Inserting(Tables tables, Keys keys, Places places) {
        this.tables = tables;
        this.keys = keys;
        this.places = places;
    }

    List<Inserted> insert(List<NewJob> jobs, Instant now) {
        var inserted = new ArrayList<Inserted>();
        for (int i = 0; i < jobs.size(); i++) {
            inserted.add(insert(i, jobs.get(i), now));
        }
        return inserted;
    }

    private Inserted insert(int index, NewJob job, Instant now) {
        var row = new JobRow(job.id(), job.route(), job.payload(), job.priority(), now);
        if (tables.jobs.containsKey(job.id())) {
            return existing(row, now);
        }
        if (job.key().isEmpty()) {
            return add(row, job, true, now);
        }
        KeyRequest key = job.key().get();
        Optional<KeyRow> holder = keys.holder(job.route().type(), key);
        if (holder.isEmpty()) {
            keys.give(row, key);
            return add(row, job, true, now);
        }
        KeyRow held = holder.get();
        if (key.scope() == KeyScope.FOREVER) {
            refuseOtherPayload(index, row, key, held.job());
        } else if (key.againIfRunning() && tables.running.containsKey(held.job().id())) {
            return behind(row, job, held, now);
        }
        return existing(held.job(), now);
    }

    private Inserted behind(JobRow row, NewJob job, KeyRow held, Instant now) {
        JobRow waiting = held.next() == null ? null : tables.jobs.get(held.next());
        if (waiting != null) {
            return existing(waiting, now);
        }
        keys.promise(row, job.key().orElseThrow(), held);
        return add(row, job, false, now);
    }

    private Inserted add(JobRow row, NewJob job, boolean ready, Instant now) {
        tables.put(tables.jobs, row.id(), row);
        places.toPending(row.id(), new PendingRow(Tally.NONE, job.dueAt(), ready, false));
        return new Inserted(
                row.id(),
                ready ? Inserted.Answer.ADDED : Inserted.Answer.ADDED_BEHIND,
                places.standing(row.id(), now).state());
    }

    private Inserted existing(JobRow job, Instant now) {
        JobState state = places.standing(job.id(), now).state();
        return new Inserted(job.id(), Inserted.Answer.EXISTING, state);
    }

    private static void refuseOtherPayload(int index, JobRow job, KeyRequest key, JobRow first) {
        boolean comparable = first.route().version() == job.route().version();
        if (comparable && !first.payload().sha256().equals(job.payload().sha256())) {
            throw new KeyReusedException(index, key.key(), job.route().type(), first.id());
        }
    }
}
