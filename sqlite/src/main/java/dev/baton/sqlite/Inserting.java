package dev.baton.sqlite;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.Inserted;
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

    private final Jdbc jdbc;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;

    Inserting(Jdbc jdbc, Keys keys, Lanes lanes, Places places) {
        this.jdbc = jdbc;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
    }

    List<Inserted> insert(List<NewJob> batch, Instant now) throws SQLException {
        var inserted = new ArrayList<Inserted>();
        var newcomers = newcomers(batch, now);
        for (int i = 0; i < batch.size(); i++) {
            inserted.add(insert(i, batch.get(i), newcomers, now));
        }
        newcomers.write();
        return inserted;
    }

    private Newcomers newcomers(List<NewJob> batch, Instant now) throws SQLException {
        return new Newcomers(jdbc, places, new LaneEnds(lanes, batch), now);
    }

    private Inserted insert(int index, NewJob job, Newcomers newcomers, Instant now) throws SQLException {
        if (job.key().isEmpty()) {
            return add(job, false, newcomers, now);
        }
        KeyRequest request = job.key().get();
        var key = new Rows.Key(job.route().type(), request.scope(), request.key());
        if (keys.giveIfFree(job.id(), key)) {
            FaultPoint.ENQ_AFTER_KEY.hit();
            Optional<Inserted> added = put(job, Optional.empty(), false, newcomers, now);
            if (added.isEmpty()) {
                keys.takeAway(key); // it is known, and its key is no longer its own
            }
            return added.isPresent()
                    ? added.get()
                    : existing(job.id(), newcomers, now).orElseThrow();
        }
        Optional<Inserted> known = existing(job.id(), newcomers, now);
        if (known.isPresent()) {
            return known.get();
        }
        Rows.Holder holder = keys.holder(key).orElseThrow();
        JobId first = holder.job();
        if (request.scope() == KeyScope.FOREVER) {
            refuseOtherPayload(index, job, request, first);
        } else if (request.againIfRunning() && places.running(first).isPresent()) {
            return behind(job, key, holder, newcomers, now);
        }
        return existing(first, newcomers, now).orElseThrow();
    }

    private Inserted behind(NewJob job, Rows.Key key, Rows.Holder holder, Newcomers newcomers, Instant now)
            throws SQLException {
        if (holder.next().isPresent()) {
            return existing(holder.next().get(), newcomers, now).orElseThrow();
        }
        keys.promise(job.id(), key, holder);
        return add(job, true, newcomers, now);
    }

    private Inserted add(NewJob job, boolean behind, Newcomers newcomers, Instant now) throws SQLException {
        Optional<Inserted> added = put(job, Optional.empty(), behind, newcomers, now);
        return added.isPresent()
                ? added.get()
                : existing(job.id(), newcomers, now).orElseThrow();
    }

    /** Adds a job in the place of another. Empty if there is a job with its id. */
    Optional<Inserted> replace(NewJob job, JobId replaced, Instant now) throws SQLException {
        var newcomers = newcomers(List.of(job), now);
        Optional<Inserted> added = put(job, Optional.of(replaced), false, newcomers, now);
        newcomers.write();
        return added;
    }

    /** Only what is really added takes a number. Empty if there is a job with its id. */
    private Optional<Inserted> put(
            NewJob job, Optional<JobId> replaces, boolean behind, Newcomers newcomers, Instant now)
            throws SQLException {
        Optional<Lanes.End> end = job.lane().isEmpty()
                ? Optional.empty()
                : Optional.of(newcomers.ends().of(job.lane().get()));
        Optional<Turn> turn = end.map(Lanes.End::turn);
        if (!write(job, turn, replaces, now)) {
            return Optional.empty();
        }
        end.ifPresent(taken -> newcomers.ends().taken(job, taken));
        return Optional.of(new Inserted(
                job.id(),
                behind ? Inserted.Answer.ADDED_BEHIND : Inserted.Answer.ADDED,
                begin(job, end, behind, newcomers, now),
                turn,
                Values.instant(Values.micros(now))));
    }

    /** What it is. False if there is a job with its id. */
    private boolean write(NewJob job, Optional<Turn> turn, Optional<JobId> replaces, Instant now) throws SQLException {
        int added = jdbc.update(
                SqliteSql.JOB_INSERT,
                "id",
                Values.bytes(job.id()),
                "queue",
                job.route().line(),
                "type",
                job.route().type(),
                "version",
                job.route().version(),
                "lane",
                turn.map(Turn::lane).orElse(null),
                "seq",
                turn.map(Turn::sequence).orElse(null),
                "replaces",
                replaces.map(Values::bytes).orElse(null),
                "payload",
                job.payload().json(),
                "sha256",
                job.payload().sha256(),
                "label",
                job.payload().label(),
                "priority",
                job.urgency().priority(),
                "now",
                Values.micros(now),
                "key_scope",
                job.key().map(key -> key.scope().name()).orElse(null),
                "key",
                job.key().map(KeyRequest::key).orElse(null),
                "witnessed",
                job.witnessed());
        if (added > 0) {
            AtCommit.ENQ.due();
        }
        return added > 0;
    }

    /** Where it stands first. */
    private JobState begin(NewJob job, Optional<Lanes.End> end, boolean behind, Newcomers newcomers, Instant now)
            throws SQLException {
        if (job.held().isEmpty() && job.over().isEmpty() && !behind && !job.numberedOnly()) {
            return newcomers.add(job, end);
        }
        newcomers.write();
        Optional<Turn> turn = end.map(Lanes.End::turn).filter(any -> !job.numberedOnly());
        if (job.held().isPresent()) {
            return places.toHeldFirst(job.id(), turn, job.held().get(), now);
        } else if (job.over().isPresent()) {
            places.toEnd(job.id(), turn, job.over().get().attempt(now));
            return job.over().get().end();
        }
        return places.toPendingFirst(job, end, behind, now);
    }

    private Optional<Inserted> existing(JobId id, Newcomers newcomers, Instant now) throws SQLException {
        Optional<Rows.Origin> origin = jdbc.first(SqliteSql.JOB_ORIGIN, Rows::origin, "id", Values.bytes(id));
        if (origin.isEmpty()) {
            return Optional.empty();
        }
        newcomers.write(); // it may be one of them
        return Optional.of(new Inserted(
                id,
                Inserted.Answer.EXISTING,
                places.state(id, now),
                origin.get().number(),
                origin.get().createdAt()));
    }

    private void refuseOtherPayload(int index, NewJob job, KeyRequest key, JobId id) throws SQLException {
        Rows.Job first = places.find(id).orElseThrow();
        boolean comparable = first.route().version() == job.route().version();
        if (comparable && !first.payload().sha256().equals(job.payload().sha256())) {
            throw new KeyReusedException(index, key.key(), job.route().type(), id);
        }
    }
}
