package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.HeldFirst;
import dev.baton.store.Inserted;
import dev.baton.store.JobView.Tally;
import dev.baton.store.KeyRequest;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.KeyRow;
import dev.baton.store.memory.Tables.ParkedRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.Ties;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Adds jobs. */
final class Inserting {

    private final Tables tables;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;

    Inserting(Tables tables, Keys keys, Lanes lanes, Places places) {
        this.tables = tables;
        this.keys = keys;
        this.lanes = lanes;
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
        if (tables.jobs.containsKey(job.id())) {
            return answer(job.id(), Inserted.Answer.EXISTING, now);
        }
        if (job.key().isEmpty()) {
            return add(job, false, now);
        }
        KeyRequest key = job.key().get();
        Optional<KeyRow> holder = keys.holder(job.route().type(), key);
        if (holder.isEmpty()) {
            keys.give(job.id(), job.route().type(), key);
            return add(job, false, now);
        }
        KeyRow held = holder.get();
        if (key.scope() == KeyScope.FOREVER) {
            refuseOtherPayload(index, job, key, Objects.requireNonNull(tables.jobs.get(held.job())));
        } else if (key.againIfRunning() && tables.running.containsKey(held.job())) {
            return behind(job, key, held, now);
        }
        return answer(held.job(), Inserted.Answer.EXISTING, now);
    }

    private Inserted behind(NewJob job, KeyRequest key, KeyRow held, Instant now) {
        if (held.next() != null) {
            return answer(held.next(), Inserted.Answer.EXISTING, now);
        }
        keys.promise(job.id(), job.route().type(), key, held);
        return add(job, true, now);
    }

    private Inserted add(NewJob job, boolean behind, Instant now) {
        put(job, Optional.empty(), behind, now);
        return answer(job.id(), behind ? Inserted.Answer.ADDED_BEHIND : Inserted.Answer.ADDED, now);
    }

    /** Only what is really added takes a number. */
    void put(NewJob job, Optional<JobId> replaces, boolean behind, Instant now) {
        var ties = new Ties(job.lane().map(lanes::next), job.numberedOnly(), replaces, job.witnessed());
        var row = new JobRow(job.id(), job.route(), job.payload(), job.urgency().priority(), now, ties);
        tables.put(tables.jobs, row.id(), row);
        lanes.enter(row);
        if (job.held().isPresent()) {
            HeldFirst why = job.held().get();
            tables.addAttempt(row.id(), why.attempt(now));
            places.toParked(row.id(), new ParkedRow(Tally.NONE, true, why.blocks(), why.crash(), HeldFirst.FENCE));
            return;
        }
        if (job.over().isPresent()) {
            tables.addAttempt(row.id(), job.over().get().attempt(now));
            places.toEnd(row.id());
            return;
        }
        places.toPending(
                row.id(), PendingRow.fresh(Tally.NONE, job.urgency().dueAt()).behind(behind));
    }

    private Inserted answer(JobId id, Inserted.Answer answer, Instant now) {
        JobRow row = Objects.requireNonNull(tables.jobs.get(id));
        JobState state = places.standing(id, now).state();
        return new Inserted(id, answer, state, row.ties().number(), row.createdAt());
    }

    private static void refuseOtherPayload(int index, NewJob job, KeyRequest key, JobRow first) {
        boolean comparable = first.route().version() == job.route().version();
        if (comparable && !first.payload().sha256().equals(job.payload().sha256())) {
            throw new KeyReusedException(index, key.key(), job.route().type(), first.id());
        }
    }
}
