package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.KeyScope;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Unique keys: who has one, who gets it next, and when it is free again. Who asks for a key waits for others who ask for it at the
 * same moment; who gives one up waits for nobody.
 */
final class Keys {

    /** The last character there is: nothing that begins like a key comes after that key with it. */
    private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

    private final Session on;

    Keys(Session on) {
        this.on = on;
    }

    /** Who has keys that begin so, the first ones. */
    Map<String, JobId> beginningWith(String type, KeyScope scope, String beginning, int limit) throws SQLException {
        var found = new LinkedHashMap<String, JobId>();
        on.query(
                        KeySql.BEGINNING,
                        row -> Map.entry(row.text("key"), Values.job(row.uuid("job"))),
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

    /** Who has a key, where that one stood when it was looked at, and who is to have it next. */
    record Holder(Optional<JobId> job, Standing standing, Optional<JobId> next) {

        private static final Holder NOBODY = new Holder(Optional.empty(), Standing.NOWHERE, Optional.empty());

        boolean running() {
            return standing == Standing.RUNNING;
        }

        /** Has it while it stands nowhere, as nobody should? */
        boolean isOver() {
            return job.isPresent() && standing == Standing.NOWHERE;
        }

        private Holder with(Found found) {
            return found.heir()
                    ? new Holder(job, standing, Optional.of(found.job()))
                    : new Holder(Optional.of(found.job()), found.standing(), next);
        }
    }

    /** Where a job stands that has an ACTIVE key. */
    enum Standing {
        RUNNING,
        ELSEWHERE,
        NOWHERE
    }

    private record Found(int index, boolean heir, JobId job, Standing standing) {
        static Found of(Row row) throws SQLException {
            Standing elsewhere = row.flag("elsewhere") ? Standing.ELSEWHERE : Standing.NOWHERE;
            return new Found(
                    row.integer("n") - 1,
                    row.flag("heir"),
                    Values.job(row.uuid("job")),
                    row.flag("running") ? Standing.RUNNING : elsewhere);
        }
    }

    /** Takes these keys for these jobs, each where it is free. Answers the jobs that got theirs. */
    Set<JobId> take(Map<Rows.Key, JobId> wanted) throws SQLException {
        return take(wanted, false);
    }

    /** Has these keys go to these jobs once they are free, each where it is promised to nobody. Answers whom they are promised to. */
    Set<JobId> promise(Map<Rows.Key, JobId> wanted) throws SQLException {
        Set<JobId> heirs = take(wanted, true);
        List<Rows.Key> promised = wanted.keySet().stream()
                .filter(key -> heirs.contains(wanted.get(key)))
                .toList();
        note(promised);
        return heirs;
    }

    private Set<JobId> take(Map<Rows.Key, JobId> wanted, boolean heir) throws SQLException {
        List<Map.Entry<Rows.Key, JobId>> entries = List.copyOf(wanted.entrySet());
        List<Rows.Key> keys = entries.stream().map(Map.Entry::getKey).toList();
        return new HashSet<>(on.query(
                KeySql.TAKE,
                row -> Values.job(row.uuid("job")),
                "types",
                Values.texts(keys, Rows.Key::type),
                "scopes",
                Values.texts(keys, key -> key.scope().name()),
                "keys",
                Values.texts(keys, Rows.Key::key),
                "jobs",
                Values.ids(entries, Map.Entry::getValue),
                "heir",
                heir));
    }

    Map<Rows.Key, Holder> holders(Collection<Rows.Key> wanted) throws SQLException {
        List<Rows.Key> keys = List.copyOf(wanted);
        List<Found> found = on.query(
                KeySql.FIND,
                Found::of,
                "types",
                Values.texts(keys, Rows.Key::type),
                "scopes",
                Values.texts(keys, key -> key.scope().name()),
                "keys",
                Values.texts(keys, Rows.Key::key));
        var holders = new HashMap<Rows.Key, Holder>();
        for (Found each : found) {
            Rows.Key key = keys.get(each.index());
            holders.put(key, holders.getOrDefault(key, Holder.NOBODY).with(each));
        }
        return holders;
    }

    private Optional<Holder> holder(Rows.Key key) throws SQLException {
        return Optional.ofNullable(holders(List.of(key)).get(key));
    }

    /**
     * These jobs are done, cancelled or dead: their ACTIVE keys go to those they were promised to, or are free. Answers the lanes
     * of those who got one.
     */
    Set<String> free(Collection<JobId> jobs) throws SQLException {
        return jobs.isEmpty() ? Set.of() : handOver(giveUp(jobs));
    }

    /**
     * The same within a transaction of another's, which may look at an old state of things: whom the keys were promised to is looked
     * for again afterwards.
     */
    Set<String> freeElsewhere(Collection<JobId> jobs) throws SQLException {
        if (jobs.isEmpty()) {
            return Set.of();
        }
        List<Rows.Key> freed = giveUp(jobs);
        note(freed);
        return handOver(freed);
    }

    /** The keys that are free now. */
    private List<Rows.Key> giveUp(Collection<JobId> jobs) throws SQLException {
        record Freed(Rows.Key key, boolean heir) {}
        List<Freed> freed = on.query(
                KeySql.FREE,
                row -> new Freed(new Rows.Key(row.text("type"), KeyScope.ACTIVE, row.text("key")), row.flag("heir")),
                "jobs",
                Values.ids(jobs));
        return freed.stream().filter(each -> !each.heir()).map(Freed::key).toList();
    }

    /** One who is over has this key all the same: it is free now, or goes to whom it was promised. */
    void freeOf(JobId over, Rows.Key key) throws SQLException {
        on.update(KeySql.FREE_OF, "type", key.type(), "key", key.key(), "job", over.value());
        note(List.of(key));
    }

    private void note(List<Rows.Key> keys) throws SQLException {
        if (!keys.isEmpty()) {
            on.update(
                    KeySql.NOTE,
                    "types",
                    Values.texts(keys, Rows.Key::type),
                    "keys",
                    Values.texts(keys, Rows.Key::key));
            on.leaveNote();
        }
    }

    /** Whoever these keys were promised to has them now. Answers the lanes of those. Jobs are locked before keys, by everybody. */
    Set<String> handOver(List<Rows.Key> keys) throws SQLException {
        if (!keys.isEmpty()) {
            on.query(
                    KeySql.HEIRS_LOCK,
                    row -> true,
                    "types",
                    Values.texts(keys, Rows.Key::type),
                    "keys",
                    Values.texts(keys, Rows.Key::key));
        }
        List<JobId> heirs = keys.isEmpty()
                ? List.of()
                : on.query(
                        KeySql.INHERIT,
                        row -> Values.job(row.uuid("job")),
                        "types",
                        Values.texts(keys, Rows.Key::type),
                        "keys",
                        Values.texts(keys, Rows.Key::key));
        var lanes = new HashSet<String>();
        if (!heirs.isEmpty()) {
            on.query(KeySql.PENDING_HEIRS, row -> row.optionalText("lane"), "ids", Values.ids(heirs))
                    .forEach(lane -> lane.ifPresent(lanes::add));
        }
        return lanes;
    }

    // One key, for operators.

    /** Who has the key of this job, if it is another; nothing is taken. */
    Optional<JobId> takenFrom(Rows.Job job) throws SQLException {
        return job.key().isEmpty()
                ? Optional.empty()
                : holder(job.key().get())
                        .filter(row -> row.next().filter(job.id()::equals).isEmpty())
                        .flatMap(Holder::job)
                        .filter(other -> !other.equals(job.id()));
    }

    /** A dead job is to run again: takes its key back. Answers who has it instead, if anybody. */
    Optional<JobId> takeBack(Rows.Job job) throws SQLException {
        boolean ours =
                job.key().isEmpty() || take(Map.of(job.key().get(), job.id())).contains(job.id());
        return ours ? Optional.empty() : takenFrom(job);
    }

    /** Who else has to do with the ACTIVE key of this job, so that it cannot go over to another: who has it, or is to have it. */
    Optional<JobId> tiedTo(Rows.Job job) throws SQLException {
        Optional<Rows.Key> key = active(job);
        Optional<Holder> held = key.isEmpty() ? Optional.empty() : holder(key.get());
        return held.flatMap(row -> row.job().filter(job.id()::equals).isPresent()
                ? row.next()
                : row.job().or(row::next));
    }

    /** The key that goes over to who replaces this job; a FOREVER key goes on answering for the job itself. */
    static Optional<Rows.Key> active(Rows.Job job) {
        return job.key().filter(key -> key.scope() == KeyScope.ACTIVE);
    }

    /** False if somebody else has it by now. */
    boolean handOver(Rows.Key key, JobId from, JobId to) throws SQLException {
        return on.update(
                        KeySql.HAND_OVER,
                        "type",
                        key.type(),
                        "scope",
                        key.scope().name(),
                        "key",
                        key.key(),
                        "job",
                        to.value(),
                        "from",
                        from.value())
                > 0;
    }

    /** Who has the key that this job waits for. */
    Optional<JobId> awaitedBy(Rows.Job job) throws SQLException {
        Optional<Holder> held =
                job.key().isEmpty() ? Optional.empty() : holder(job.key().get());
        return held.filter(row -> row.next().filter(job.id()::equals).isPresent())
                .flatMap(Holder::job);
    }
}
