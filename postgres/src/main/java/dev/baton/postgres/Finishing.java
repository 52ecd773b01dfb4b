package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.Checkpoint;
import dev.baton.store.Ending;
import dev.baton.store.EvidenceLog;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ends attempts, and keeps what they say before, guarded by their fences. */
final class Finishing {

    private static final Finished DONE = new Finished(Finished.Answer.RECORDED, Optional.of(JobState.DONE));

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final Places places;
    private final Said said;

    Finishing(Session on, Keys keys, Lanes lanes, Places places) {
        this.on = on;
        this.keys = keys;
        this.lanes = lanes;
        this.places = places;
        this.said = new Said(on);
    }

    /** False for one whose job is not running under its fence. */
    List<Boolean> checkpoint(List<Checkpoint> checkpoints) throws SQLException {
        var latest = new LinkedHashMap<Said.Owned, Checkpoint>();
        checkpoints.forEach(each -> latest.put(new Said.Owned(each.id(), each.fence()), each));
        List<Checkpoint> batch = latest.values().stream()
                .sorted(Comparator.comparing(Checkpoint::id))
                .toList();
        Set<JobId> kept = Set.copyOf(on.query(
                FinishSql.CHECKPOINT,
                row -> Values.job(row.uuid("job")),
                "ids",
                Values.ids(batch, Checkpoint::id),
                "fences",
                Values.numbers(batch, Checkpoint::fence),
                "jsons",
                Values.texts(batch, Checkpoint::json)));
        if (!kept.isEmpty()) {
            AtCommit.CHECKPOINT.due();
        }
        Map<JobId, Long> fences = kept.isEmpty() ? Map.of() : places.fences(kept);
        return checkpoints.stream()
                .map(each -> Objects.equals(fences.get(each.id()), each.fence()))
                .toList();
    }

    /** The same where nobody asks whether it was kept. */
    boolean checkpointOrThrow(Checkpoint checkpoint) throws SQLException {
        if (!checkpoint(List.of(checkpoint)).get(0)) {
            throw refusal(checkpoint.id(), checkpoint.fence());
        }
        return true;
    }

    /** Within the caller's transaction: it decides nothing that others might have to wait for. */
    boolean finishOrThrow(Finish done, Instant now) throws SQLException {
        Optional<Rows.Running> taken = on.first(
                FinishSql.TAKE_PATIENTLY, Rows::running, "id", done.id().value(), "fence", done.fence());
        if (taken.isEmpty()) {
            throw refusal(done.id(), done.fence());
        }
        Rows.Running row = taken.get();
        if (row.isBehindAnother() && !lanes.outOfTurn(List.of(row)).isEmpty()) {
            throw LostClaimException.outOfTurn(done.id());
        }
        var moving = new Moving(on, keys, lanes);
        new Endings(moving, now).end(row, done);
        moving.writeForLater();
        return true;
    }

    /** Who has ended it a moment ago has not lost it. */
    private BatonException refusal(JobId job, long fence) throws SQLException {
        if (on.first(EvidenceSql.RUNS_WITNESSED, row -> true, "id", job.value(), "fence", fence)
                .isPresent()) {
            return EvidenceLog.refusal(job);
        }
        boolean endedHere = on.first(FinishSql.ENDED_HERE, row -> true, "job", job.value(), "fence", fence)
                .isPresent();
        return endedHere ? new AlreadyEndedException(job) : LostClaimException.stale(job, fence);
    }

    /** What was taken: what is over by that, and the rows of all others. */
    private record Taken(Set<Said.Owned> over, Map<JobId, Rows.Running> rows) {
        boolean isEmpty() {
            return over.isEmpty() && rows.isEmpty();
        }
    }

    /** Of an end that is there twice the first counts. */
    private Taken take(List<Finish> finishes, Instant now) throws SQLException {
        var first = new LinkedHashMap<Said.Owned, Finish>();
        finishes.forEach(each -> first.putIfAbsent(Said.Owned.of(each), each));
        List<Finish> asked = List.copyOf(first.values());
        var over = new HashSet<Said.Owned>();
        var rows = new ArrayList<Rows.Running>();
        on.query(
                FinishSql.TAKE,
                row -> row.flag("unbound") ? over.add(Said.Owned.of(row)) : rows.add(Rows.running(row)),
                "ids",
                Values.ids(asked, Finish::id),
                "fences",
                Values.numbers(asked, Finish::fence),
                "dones",
                Values.flags(asked, each -> each.ending() instanceof Ending.Done),
                "results",
                Values.textsIfAny(asked, Finishing::result),
                "facts",
                Values.textsIfAny(asked, each -> each.facts().orElse(null)),
                "now",
                Values.micros(now));
        var owned = new HashMap<JobId, Rows.Running>();
        said.ofTaken(rows).forEach(row -> owned.put(row.id(), row));
        return new Taken(over, owned);
    }

    private static @Nullable String result(Finish finish) {
        return finish.ending() instanceof Ending.Done done ? done.result().orElse(null) : null;
    }

    List<Finished> finish(List<Finish> finishes, Instant now) throws SQLException {
        if (finishes.isEmpty()) {
            return List.of();
        }
        Taken taken = take(finishes, now);
        if (!taken.isEmpty()) {
            AtCommit.OUT.due();
        }
        Map<JobId, Rows.Running> owned = taken.rows();
        var crowd = new Crowd(owned.values());
        crowd.keepOut(lanes.outOfTurn(crowd.behindOthers(finishes, owned)));
        var moving = new Moving(on, keys, lanes);
        var endings = new Endings(moving, now);
        var answers = new ArrayList<@Nullable Finished>();
        var toAsk = new LinkedHashMap<Integer, JobId>();
        for (int i = 0; i < finishes.size(); i++) {
            Finish finish = finishes.get(i);
            if (taken.over().remove(Said.Owned.of(finish))) {
                answers.add(DONE);
                continue;
            }
            Rows.Running row = owned.get(finish.id());
            boolean ours = row != null && row.grip().fence() == finish.fence() && crowd.isUndecided(row);
            answers.add(row == null || !ours ? null : end(finish, row, crowd, endings));
            Finished answer = answers.get(i);
            if (row != null && answer != null && mayBeReady(answer, row, crowd)) {
                toAsk.put(i, finish.id());
            }
        }
        moving.write();
        states(toAsk, answers, now);
        return endedBefore(finishes, answers, now);
    }

    private static Finished end(Finish finish, Rows.Running row, Crowd crowd, Endings endings) {
        boolean outOfTurn = Endings.leavesItsLane(finish.ending(), row) && crowd.isOutOfTurn(row);
        JobState state = outOfTurn ? endings.outOfTurn(row, finish) : endings.end(row, finish);
        crowd.decided(row, state);
        boolean refused = outOfTurn && state == JobState.WAITING;
        return new Finished(refused ? Finished.Answer.OUT_OF_TURN : Finished.Answer.RECORDED, Optional.of(state));
    }

    /** Only its lane can tell; as long as others of it run, it waits. */
    private static boolean mayBeReady(Finished answer, Rows.Running row, Crowd crowd) {
        boolean pending = answer.state().filter(JobState.WAITING::equals).isPresent();
        return pending && !crowd.hasUndecided(row.turn().map(Turn::lane));
    }

    private void states(Map<Integer, JobId> toAsk, List<@Nullable Finished> answers, Instant now) throws SQLException {
        Map<JobId, JobState> states = places.states(toAsk.values(), now);
        toAsk.forEach((i, job) -> {
            Finished answer = Objects.requireNonNull(answers.get(i));
            answers.set(i, new Finished(answer.answer(), Optional.ofNullable(states.get(job))));
        });
    }

    private record Before(int index, boolean inHand, Detail detail) {
        static Before of(Row row) throws SQLException {
            boolean inHand = row.flag("in_hand");
            return new Before(
                    row.integer("n") - 1,
                    inHand,
                    inHand ? Detail.NONE : Detail.of(row.text("code"), row.text("message")));
        }

        Finished.Answer answer() {
            if (inHand) {
                return Finished.Answer.IN_HAND;
            }
            return detail.equals(Endings.OUT_OF_TURN) ? Finished.Answer.OUT_OF_TURN : Finished.Answer.ALREADY_RECORDED;
        }
    }

    /** What was not there to be ended: is it in somebody's hand, or was it ended before, by a commit whose answer was lost? */
    private List<Finished> endedBefore(List<Finish> finishes, List<@Nullable Finished> answers, Instant now)
            throws SQLException {
        var unanswered = new ArrayList<Integer>();
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) == null) {
                unanswered.add(i);
                answers.set(i, new Finished(Finished.Answer.FENCED, Optional.empty()));
            }
        }
        if (!unanswered.isEmpty()) {
            List<Finish> asked = unanswered.stream().map(finishes::get).toList();
            List<Before> found = on.query(
                    FinishSql.ENDED_BEFORE,
                    Before::of,
                    "ids",
                    Values.ids(asked, Finish::id),
                    "fences",
                    Values.numbers(asked, Finish::fence));
            if (found.stream().anyMatch(each -> !each.inHand())) {
                on.answersForOthers();
            }
            Map<JobId, JobState> states = places.states(
                    found.stream()
                            .filter(each -> !each.inHand())
                            .map(each -> asked.get(each.index()).id())
                            .toList(),
                    now);
            forgetWhatWasSaid(asked, found);
            for (Before each : found) {
                JobState state = states.get(asked.get(each.index()).id());
                boolean inHand = each.inHand();
                answers.set(
                        unanswered.get(each.index()),
                        new Finished(each.answer(), inHand ? Optional.empty() : Optional.ofNullable(state)));
            }
        }
        return answers.stream().map(Objects::requireNonNull).toList();
    }

    /** Who ended a job in a transaction of its own could not. */
    private void forgetWhatWasSaid(List<Finish> asked, List<Before> found) throws SQLException {
        List<Said.Owned> ended = found.stream()
                .filter(each -> !each.inHand())
                .map(each -> asked.get(each.index()))
                .map(Said.Owned::of)
                .distinct()
                .toList();
        if (!ended.isEmpty()) {
            said.forget(ended);
        }
    }
}
