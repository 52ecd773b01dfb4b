package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.job.Turn;
import dev.baton.store.HeldFirst;
import dev.baton.store.Inserted;
import dev.baton.store.JobView.Tally;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Adds jobs: first it is found out who stands for each, then all that are new are added together. */
final class Inserting {

    private final Session on;
    private final Lanes lanes;
    private final Places places;
    private final Keys keys;
    private final KeyedJobs keyed;

    Inserting(Session on, Keys keys, Lanes lanes, Places places) {
        this.on = on;
        this.lanes = lanes;
        this.places = places;
        this.keys = keys;
        this.keyed = new KeyedJobs(on, keys);
    }

    /** A job that is really added: with its place, ready or not. */
    private record Added(NewJob job, Optional<JobId> replaces, Optional<Turn> turn, boolean ready, boolean behind) {
        Rows.Place place() {
            return new Rows.Place(
                    job.id(),
                    job.route(),
                    job.urgency().priority(),
                    Rows.Spot.of(turn, !job.numberedOnly()),
                    job.key().map(KeyRequest::scope),
                    job.witnessed());
        }

        JobState state(Instant now) {
            if (job.held().isPresent()) {
                return JobState.HELD;
            } else if (job.over().isPresent()) {
                return job.over().get().end();
            }
            return Places.stateOf(
                    ready, false, Values.instant(Values.dueMicros(job.urgency().dueAt())), now);
        }
    }

    /** What is held or over from the start leaves its place again before anybody could see it there. */
    private void moveOn(Collection<Added> added, Instant now) throws SQLException {
        var moving = new Moving(on, keys, lanes);
        var moved = new ArrayList<JobId>();
        for (Added each : added) {
            if (each.job().held().isPresent()) {
                HeldFirst why = each.job().held().get();
                moving.archive(each.place(), why.attempt(now));
                moving.toParked(
                        each.place(), new Rows.Parked(Tally.NONE, true, why.blocks(), why.crash(), HeldFirst.FENCE));
                moved.add(each.job().id());
            } else if (each.job().over().isPresent()) {
                moving.archive(each.place(), each.job().over().get().attempt(now));
                moving.toEnd(each.place());
                moved.add(each.job().id());
            }
        }
        if (!moved.isEmpty()) {
            on.update(InsertSql.PENDING_DELETE, "ids", Values.ids(moved));
            moving.writeForLater();
        }
    }

    List<Inserted> insert(List<NewJob> batch, Instant now) throws SQLException {
        var answers = new ArrayList<Inserted>();
        var part = new LinkedHashMap<JobId, Indexed>();
        for (int i = 0; i < batch.size(); i++) {
            if (part.containsKey(batch.get(i).id())) {
                answers.addAll(insertDistinct(List.copyOf(part.values()), now));
                part.clear();
            }
            part.put(batch.get(i).id(), new Indexed(i, batch.get(i)));
        }
        answers.addAll(insertDistinct(List.copyOf(part.values()), now));
        return answers;
    }

    /** Jobs of different ids. Who would take a number or a key must be new; who does not is just not added twice. */
    private List<Inserted> insertDistinct(List<Indexed> batch, Instant now) throws SQLException {
        if (batch.isEmpty()) {
            return List.of();
        }
        List<JobId> tied = batch.stream()
                .map(Indexed::job)
                .filter(Inserting::isTied)
                .map(NewJob::id)
                .toList();
        Map<JobId, Rows.Origin> known = tied.isEmpty() ? Map.of() : origins(tied);
        List<Indexed> fresh = batch.stream()
                .filter(each -> !known.containsKey(each.job().id()))
                .toList();
        Map<JobId, KeyedJobs.Standing> stands =
                keyed.decide(fresh.stream().filter(each -> isTied(each.job())).toList());
        var added = new LinkedHashMap<JobId, Added>();
        for (Indexed each : fresh) {
            KeyedJobs.Standing standing = stands.get(each.job().id());
            if (standing == null || standing.isItself(each.job().id())) {
                boolean behind = standing != null && standing.behind();
                added.put(each.job().id(), new Added(each.job(), Optional.empty(), Optional.empty(), true, behind));
            }
        }
        Map<JobId, Added> placed = place(added);
        lookAgainIfAdded(stands);
        placed.keySet().retainAll(write(List.copyOf(placed.values()), now));
        moveOn(placed.values(), now);
        return answers(batch, stands, placed, now);
    }

    /** One of a batch, and which. */
    record Indexed(int index, NewJob job) {}

    /** Only what is really added takes a number. */
    private Map<JobId, Added> place(Map<JobId, Added> added) throws SQLException {
        List<String> wanted = added.values().stream()
                .flatMap(each -> each.job().lane().stream())
                .distinct()
                .sorted()
                .toList();
        Map<String, Lanes.End> ends = Map.of();
        if (!wanted.isEmpty()) {
            lanes.lock(wanted);
            ends = lanes.ends(wanted);
            Set<String> ordered = added.values().stream()
                    .filter(each -> !each.job().numberedOnly())
                    .flatMap(each -> each.job().lane().stream())
                    .collect(Collectors.toSet());
            lanes.note(ends.values().stream()
                    .filter(end -> end.isShut() && ordered.contains(end.lane()))
                    .map(Lanes.End::lane)
                    .toList());
            FaultPoint.ENQ_AFTER_SEQUENCE.hit();
        }
        var numbers = new HashMap<String, Long>();
        Set<String> begun = new HashSet<>();
        var placed = new LinkedHashMap<JobId, Added>();
        for (Added each : added.values()) {
            Optional<Turn> turn = Optional.empty();
            boolean first = true;
            if (each.job().lane().isPresent()) {
                Lanes.End end =
                        Objects.requireNonNull(ends.get(each.job().lane().get()));
                long number = numbers.merge(end.lane(), end.last() + 1, (before, any) -> before + 1);
                turn = Optional.of(new Turn(end.lane(), number));
                first = each.job().numberedOnly() || (end.isFree() && begun.add(end.lane()));
            }
            placed.put(
                    each.job().id(),
                    new Added(each.job(), each.replaces(), turn, first && !each.behind(), each.behind()));
        }
        return placed;
    }

    /** Puts a job where another was, behind all that are in its lane. */
    void replace(NewJob job, JobId replaced, Instant now) throws SQLException {
        var added = new Added(job, Optional.of(replaced), Optional.empty(), true, false);
        if (write(List.copyOf(place(Map.of(job.id(), added)).values()), now).isEmpty()) {
            throw new CollisionException("a job was added twice at the same moment");
        }
    }

    /**
     * Answers which were added. Somebody else may have been adding one of them, which nobody could see when we began; it stands for
     * itself then, unless we have taken a number or a key for it.
     */
    private Set<JobId> write(List<Added> added, Instant now) throws SQLException {
        if (added.isEmpty()) {
            return Set.of();
        }
        Set<JobId> written = add(added, now);
        if (added.stream().map(Added::job).anyMatch(job -> isTied(job) && !written.contains(job.id()))) {
            throw new CollisionException("a job was added twice at the same moment");
        }
        if (!written.isEmpty()) {
            AtCommit.ENQ.due();
        }
        return written;
    }

    private static boolean isTied(NewJob job) {
        return job.lane().isPresent() || job.key().isPresent();
    }

    private Set<JobId> add(List<Added> added, Instant now) throws SQLException {
        return new HashSet<>(on.query(
                InsertSql.ADD,
                row -> Values.job(row.uuid("id")),
                "ids",
                Values.ids(added, each -> each.job().id()),
                "queues",
                Values.texts(added, each -> each.job().route().line()),
                "types",
                Values.texts(added, each -> each.job().route().type()),
                "versions",
                Values.integers(added, each -> each.job().route().version()),
                "lanes",
                Values.texts(added, each -> each.turn().map(Turn::lane).orElse(null)),
                "seqs",
                Values.optionalNumbers(
                        added, each -> each.turn().map(Turn::sequence).orElse(null)),
                "replaces",
                Values.texts(added, each -> each.replaces().map(JobId::toString).orElse(null)),
                "payloads",
                Values.texts(added, each -> each.job().payload().json()),
                "hashes",
                Values.texts(added, each -> each.job().payload().sha256()),
                "labels",
                Values.texts(added, each -> each.job().payload().label()),
                "priorities",
                Values.integers(added, each -> each.job().urgency().priority()),
                "key_scopes",
                Values.texts(
                        added,
                        each -> each.job().key().map(key -> key.scope().name()).orElse(null)),
                "keys",
                Values.texts(
                        added, each -> each.job().key().map(KeyRequest::key).orElse(null)),
                "dues",
                Values.numbers(
                        added, each -> Values.dueMicros(each.job().urgency().dueAt())),
                "readies",
                Values.flags(added, Added::ready),
                "behinds",
                Values.flags(added, Added::behind),
                "witnesseds",
                Values.flags(added, each -> each.job().witnessed()),
                "in_lanes",
                Values.flags(added, each -> !each.job().numberedOnly()),
                "now",
                Values.micros(now)));
    }

    private List<Inserted> answers(
            List<Indexed> batch, Map<JobId, KeyedJobs.Standing> stands, Map<JobId, Added> placed, Instant now)
            throws SQLException {
        var holders = new ArrayList<JobId>();
        for (Indexed each : batch) {
            KeyedJobs.Standing standing = stands.get(each.job().id());
            holders.add(standing == null ? each.job().id() : standing.job());
        }
        Set<JobId> others = new HashSet<>(holders);
        others.removeAll(placed.keySet());
        if (!others.isEmpty()) {
            on.answersForOthers();
        }
        Map<JobId, Rows.Origin> origins = others.isEmpty() ? Map.of() : origins(others);
        Map<JobId, JobState> states = places.states(others, now);
        lookAgainIfEnded(batch, stands, states);
        lookAgainIfRemoved(others, origins, states);
        var answers = new ArrayList<Inserted>();
        for (int i = 0; i < batch.size(); i++) {
            JobId holder = holders.get(i);
            Added added = placed.get(holder);
            boolean itself = holder.equals(batch.get(i).job().id());
            answers.add(
                    added != null
                            ? answer(added, itself, now)
                            : existing(
                                    holder,
                                    Objects.requireNonNull(origins.get(holder)),
                                    Objects.requireNonNull(states.get(holder))));
        }
        return answers;
    }

    /** Whoever was waited for because of a key or a lane may have added a job of the same id, too, which then stands for it. */
    private void lookAgainIfAdded(Map<JobId, KeyedJobs.Standing> stands) throws SQLException {
        List<JobId> others = stands.keySet().stream()
                .filter(id -> !Objects.requireNonNull(stands.get(id)).isItself(id))
                .toList();
        if (!others.isEmpty() && !origins(others).isEmpty()) {
            throw new CollisionException("a job was added twice at the same moment");
        }
    }

    /** Who was there may have been over for so long that it is gone by now; then it is to be added. */
    private static void lookAgainIfRemoved(
            Set<JobId> others, Map<JobId, Rows.Origin> origins, Map<JobId, JobState> states) throws CollisionException {
        if (!origins.keySet().containsAll(others) || !states.keySet().containsAll(others)) {
            throw new CollisionException("a job was removed while it was added again");
        }
    }

    /** Who had an ACTIVE key may have ended since; then the key is free, and what was to be added is not there yet. */
    private static void lookAgainIfEnded(
            List<Indexed> batch, Map<JobId, KeyedJobs.Standing> stands, Map<JobId, JobState> states)
            throws CollisionException {
        for (Indexed each : batch) {
            KeyedJobs.Standing standing = stands.get(each.job().id());
            JobState state = standing == null ? null : states.get(standing.job());
            boolean active = each.job()
                    .key()
                    .filter(key -> key.scope() == KeyScope.ACTIVE)
                    .isPresent();
            if (active && state != null && (state.isFinal() || state == JobState.DEAD)) {
                throw new CollisionException("the job that had a key has just ended");
            }
        }
    }

    private static Inserted answer(Added added, boolean itself, Instant now) {
        Inserted.Answer isNew = added.behind() ? Inserted.Answer.ADDED_BEHIND : Inserted.Answer.ADDED;
        return new Inserted(
                added.job().id(),
                itself ? isNew : Inserted.Answer.EXISTING,
                added.state(now),
                added.turn(),
                Values.instant(Values.micros(now)));
    }

    private static Inserted existing(JobId holder, Rows.Origin origin, JobState state) {
        return new Inserted(holder, Inserted.Answer.EXISTING, state, origin.number(), origin.createdAt());
    }

    private Map<JobId, Rows.Origin> origins(Collection<JobId> ids) throws SQLException {
        var origins = new HashMap<JobId, Rows.Origin>();
        on.query(
                        InsertSql.ORIGINS,
                        row -> Map.entry(Values.job(row.uuid("id")), Rows.origin(row)),
                        "ids",
                        Values.ids(ids))
                .forEach(entry -> origins.put(entry.getKey(), entry.getValue()));
        return origins;
    }
}
