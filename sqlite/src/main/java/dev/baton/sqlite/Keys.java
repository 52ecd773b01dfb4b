package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Unique keys: who has one, who gets it next, and when it is free again. */
final class Keys {

    /** The last character there is: nothing that begins like a key comes after that key with it. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final Jdbc jdbc;
    private final Lanes lanes;

    Keys(Jdbc jdbc, Lanes lanes) {
        this.jdbc = jdbc;
        this.lanes = lanes;
    }

    Optional<Rows.Holder> holder(Rows.Key key) throws SQLException {
        return jdbc.first(
                SqliteSql.KEY_FIND,
                Rows::holder,
                "type",
                key.type(),
                "scope",
                key.scope().name(),
                "key",
                key.key());
    }

    /** Who has keys that begin so, the first ones. */
    Map<String, JobId> beginningWith(String type, KeyScope scope, String beginning, int limit) throws SQLException {
        var found = new LinkedHashMap<String, JobId>();
        jdbc.query(
                        SqliteSql.KEYS_BEGINNING,
                        row -> Map.entry(row.text("key"), Values.job(row.bytes("job"))),
                        "type",
                        type,
                        "scope",
                        scope.name(),
                        "beginning",
                        beginning,
                        "end",
                        beginning + LAST,
                        "limit",
                        limit)
                .forEach(held -> found.put(held.getKey(), held.getValue()));
        return found;
    }

    /** False if somebody has it; mostly nobody has, so that is not asked before. */
    boolean giveIfFree(JobId job, Rows.Key key) throws SQLException {
        return jdbc.update(
                        SqliteSql.KEY_GIVE,
                        "type",
                        key.type(),
                        "scope",
                        key.scope().name(),
                        "key",
                        key.key(),
                        "job",
                        Values.bytes(job))
                > 0;
    }

    void give(JobId job, Rows.Key key) throws SQLException {
        put(key, job, Optional.empty());
    }

    /** The key goes to this job when the one that has it is done, cancelled or dead. */
    void promise(JobId job, Rows.Key key, Rows.Holder held) throws SQLException {
        put(key, held.job(), Optional.of(job));
    }

    /** The key a job was enqueued with, whoever has it now. */
    Optional<Rows.Key> of(JobId job) throws SQLException {
        return jdbc.first(SqliteSql.JOB_KEY, Rows::key, "id", Values.bytes(job));
    }

    /** The job is done, cancelled or dead: its ACTIVE key goes to the one it was promised to, or is free. */
    void free(JobId job, Optional<Rows.Key> key) throws SQLException {
        boolean active = key.isPresent() && key.get().scope() == KeyScope.ACTIVE;
        Optional<Rows.Holder> held = active ? holder(key.get()) : Optional.empty();
        if (held.isEmpty()) {
            return;
        }
        Optional<JobId> next = held.get().next();
        if (next.isPresent() && next.get().equals(job)) {
            give(held.get().job(), key.get());
        } else if (held.get().job().equals(job) && next.isPresent()) {
            give(next.get(), key.get());
            jdbc.update(SqliteSql.PENDING_HEIR, "id", Values.bytes(next.get()));
            Optional<String> lane = lanes.of(next.get());
            if (lane.isPresent()) {
                lanes.settle(lane.get());
            }
        } else if (held.get().job().equals(job)) {
            takeAway(key.get());
        }
    }

    /** A dead job is to run again: takes its key back. Answers who has it instead, if anybody. */
    Optional<JobId> takeBack(Rows.Job job) throws SQLException {
        if (job.key().isEmpty()) {
            return Optional.empty();
        }
        Optional<Rows.Holder> held = holder(job.key().get());
        if (held.isEmpty()) {
            give(job.id(), job.key().get());
        }
        return held.filter(row -> !row.job().equals(job.id())
                        && row.next().filter(job.id()::equals).isEmpty())
                .map(Rows.Holder::job);
    }

    /** Who else has to do with the ACTIVE key of this job, so that it cannot go over to another: who has it, or is to have it. */
    Optional<JobId> tiedTo(Rows.Job job) throws SQLException {
        Optional<Rows.Key> key = active(job);
        Optional<Rows.Holder> held = key.isEmpty() ? Optional.empty() : holder(key.get());
        return held.flatMap(row -> row.job().equals(job.id()) ? row.next() : Optional.of(row.job()));
    }

    /** The key that goes over to who replaces this job; a FOREVER key goes on answering for the job itself. */
    static Optional<Rows.Key> active(Rows.Job job) {
        return job.key().filter(key -> key.scope() == KeyScope.ACTIVE);
    }

    /** Who has the key that this job waits for. */
    Optional<JobId> awaitedBy(Rows.Job job) throws SQLException {
        Optional<Rows.Holder> held =
                job.key().isEmpty() ? Optional.empty() : holder(job.key().get());
        return held.filter(row -> row.next().filter(job.id()::equals).isPresent())
                .map(Rows.Holder::job);
    }

    private void put(Rows.Key key, JobId job, Optional<JobId> next) throws SQLException {
        jdbc.update(
                SqliteSql.KEY_PUT,
                "type",
                key.type(),
                "scope",
                key.scope().name(),
                "key",
                key.key(),
                "job",
                Values.bytes(job),
                "next_job",
                next.map(Values::bytes).orElse(null));
    }

    /** It is free. */
    void takeAway(Rows.Key key) throws SQLException {
        jdbc.update(
                SqliteSql.KEY_DELETE, "type", key.type(), "scope", key.scope().name(), "key", key.key());
    }
}
