package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import dev.baton.store.Inserted;
import dev.baton.store.JobView.Tally;
import dev.baton.store.KeyRequest;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds jobs. */
final class Inserting {

    private final Jobs jobs;

    Inserting(Jobs jobs) {
        this.jobs = jobs;
    }

    List<Inserted> insert(List<NewJob> batch, Instant now) throws SQLException {
        var inserted = new ArrayList<Inserted>();
        for (int i = 0; i < batch.size(); i++) {
            inserted.add(insert(i, batch.get(i), now));
        }
        return inserted;
    }

    private Inserted insert(int index, NewJob job, Instant now) throws SQLException {
        if (jobs.isKnown(job.id())) {
            return existing(job.id(), now);
        }
        if (job.key().isEmpty()) {
            return add(job, true, now);
        }
        KeyRequest request = job.key().get();
        var key = new Rows.Key(job.route().type(), request.scope(), request.key());
        Optional<Rows.Holder> holder = jobs.holder(key);
        if (holder.isEmpty()) {
            jobs.putKey(key, job.id(), Optional.empty());
            return add(job, true, now);
        }
        JobId first = holder.get().job();
        if (request.scope() == KeyScope.FOREVER) {
            refuseOtherPayload(index, job, request, first);
        } else if (request.againIfRunning() && jobs.running(first).isPresent()) {
            return behind(job, key, holder.get(), now);
        }
        return existing(first, now);
    }

    private Inserted behind(NewJob job, Rows.Key key, Rows.Holder holder, Instant now) throws SQLException {
        if (holder.next().isPresent()) {
            return existing(holder.next().get(), now);
        }
        jobs.putKey(key, holder.job(), Optional.of(job.id()));
        return add(job, false, now);
    }

    private Inserted add(NewJob job, boolean ready, Instant now) throws SQLException {
        jobs.jdbc.update(
                SqliteSql.JOB_INSERT,
                "id",
                Values.bytes(job.id()),
                "queue",
                job.route().queue(),
                "type",
                job.route().type(),
                "version",
                job.route().version(),
                "payload",
                job.payload().json(),
                "sha256",
                job.payload().sha256(),
                "label",
                job.payload().label(),
                "priority",
                job.priority(),
                "now",
                Values.micros(now),
                "key_scope",
                job.key().map(key -> key.scope().name()).orElse(null),
                "key",
                job.key().map(KeyRequest::key).orElse(null));
        jobs.toPending(job.id(), new Rows.Pending(Tally.NONE, job.dueAt(), ready, false));
        return new Inserted(
                job.id(),
                ready ? Inserted.Answer.ADDED : Inserted.Answer.ADDED_BEHIND,
                jobs.standing(job.id(), now).state());
    }

    private Inserted existing(JobId id, Instant now) throws SQLException {
        return new Inserted(id, Inserted.Answer.EXISTING, jobs.standing(id, now).state());
    }

    private void refuseOtherPayload(int index, NewJob job, KeyRequest key, JobId id) throws SQLException {
        Rows.Job first = jobs.find(id).orElseThrow();
        boolean comparable = first.route().version() == job.route().version();
        if (comparable && !first.payload().sha256().equals(job.payload().sha256())) {
            throw new KeyReusedException(index, key.key(), job.route().type(), id);
        }
    }
}
