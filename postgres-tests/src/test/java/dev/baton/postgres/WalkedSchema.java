package dev.baton.postgres;

import dev.baton.job.JobState;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.JobStore;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Switch;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testkit.store.walk.Step;
import dev.baton.testkit.store.walk.WalkedStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A schema that is emptied between walks. What a caller's commit leaves to be looked at the next claim looks at, right after it. */
final class WalkedSchema implements WalkedStore {

    private static final int COMPARED_EVERY = 6;
    /** Has no room for any job. */
    private static final ClaimRequest NOBODY =
            new ClaimRequest(new NodeId(UUID.randomUUID()), Map.of(), List.of(), 0, false, ClaimRequest.Share.FIRST);

    private final OwnSchema schema = new OwnSchema();
    private final InstantSource clock;
    private PostgresStore store;

    WalkedSchema(InstantSource clock) {
        this.clock = clock;
        this.store = schema.open(clock);
    }

    @Override
    public JobStore store() {
        return store;
    }

    @Override
    public CallerTransaction begin() {
        return schema.begin(() -> store.claim(NOBODY, clock.instant()));
    }

    /**
     * Which job of a lane is next is decided when a caller's transaction that has ended one has itself ended, and not while it goes on;
     * and of an end that was recorded before it is told where its job stands after all ends of the batch.
     */
    @Override
    public Object compared(Step step, Object answer) {
        if (step instanceof Step.Finish finish && finish.ends().size() > 1) {
            return withoutStates(answer);
        } else if (step instanceof Step.InTransaction within && answer instanceof List<?> answers) {
            var compared = new ArrayList<Object>();
            boolean ended = false;
            for (int i = 0; i < answers.size(); i++) {
                compared.add(ended ? withoutTurns(answers.get(i)) : answers.get(i));
                ended |= within.parts().get(i) instanceof Step.Finish;
            }
            return compared;
        }
        return answer;
    }

    /**
     * An end that comes back to its lane while somebody else settles that lane is told to wait there, and becomes ready by the note that it
     * has left, a moment later.
     */
    @Override
    public Object comparedAtOnce(Step step, Object answer) {
        Object compared = compared(step, answer);
        return step instanceof Step.Finish ? withoutReadiness(compared) : compared;
    }

    private static Object withoutReadiness(Object answer) {
        if (answer instanceof List<?> all) {
            return all.stream().map(WalkedSchema::withoutReadiness).toList();
        } else if (answer instanceof Finished one
                && one.state().filter(JobState::isPending).isPresent()) {
            return new Finished(one.answer(), Optional.of(JobState.WAITING));
        }
        return answer;
    }

    @Override
    public boolean lostClaimsDoomTransactions() {
        return true;
    }

    /** They are put on record in the order in which they were written down. */
    @Override
    public boolean recordsInOrder() {
        return false;
    }

    /**
     * Claims, recovery, pruning and who wants a cursor pass over what somebody else has in hand. Of several commands that are given together each takes
     * effect by itself: what others do at the same moment may come between them. So it is with jobs of one batch that want the same key, if
     * who has it ends just then. A job that is added to a lane at the moment it is turned off may be shown as ready, though no claim
     * takes it.
     */
    @Override
    public boolean isRaced(Step step) {
        boolean passesOver = step instanceof Step.Claim
                || step instanceof Step.TakeCursor
                || step instanceof Step.Recover
                || step instanceof Step.Prune;
        boolean several =
                (step instanceof Step.Command command && command.commands().size() > 1)
                        || (step instanceof Step.Rehearse rehearse
                                && rehearse.commands().size() > 1);
        boolean turnsLaneOff = step instanceof Step.Command command
                && command.commands().stream()
                        .anyMatch(each -> each instanceof OperatorCommand.TurnOff off
                                && off.which().kind() == Switch.Kind.LANE);
        return !passesOver && !several && !turnsLaneOff && !wantsOneKeyTwice(step);
    }

    private static boolean wantsOneKeyTwice(Step step) {
        if (step instanceof Step.InTransaction within) {
            return within.parts().stream().anyMatch(WalkedSchema::wantsOneKeyTwice);
        }
        List<NewJob> jobs = List.of();
        if (step instanceof Step.Insert insert) {
            jobs = insert.jobs();
        } else if (step instanceof Step.MoveCursor move) {
            jobs = move.jobs();
        }
        List<String> keys = jobs.stream()
                .flatMap(job -> job.key().stream())
                .map(KeyRequest::key)
                .toList();
        return keys.stream().distinct().count() < keys.size();
    }

    private static Object withoutTurns(Object answer) {
        if (answer instanceof List<?> all) {
            return all.stream().map(WalkedSchema::withoutTurns).toList();
        } else if (answer instanceof Inserted one
                && one.turn().isPresent()
                && (one.state() == JobState.READY || one.state() == JobState.SCHEDULED)) {
            return new Inserted(one.id(), one.answer(), JobState.WAITING, one.turn(), one.createdAt());
        }
        return answer;
    }

    private static Object withoutStates(Object answer) {
        if (answer instanceof List<?> all) {
            return all.stream().map(WalkedSchema::withoutStates).toList();
        } else if (answer instanceof Finished one && one.answer() != Finished.Answer.RECORDED) {
            return new Finished(one.answer(), Optional.empty());
        }
        return answer;
    }

    /** What two could not decide because of each other is noted, and looked at by a claim, which may be a moment later. */
    @Override
    public void settle() {
        schema.requireSettled(store);
    }

    @Override
    public void requireQuiet() {
        schema.requireSettled(store);
    }

    @Override
    public void reopen() {
        store.close();
        store = schema.open(clock);
    }

    @Override
    public void empty() {
        schema.empty();
    }

    /** Reading all of it takes some fifty round trips. */
    @Override
    public int comparedEvery() {
        return COMPARED_EVERY;
    }

    @Override
    public void close() {
        store.close();
        schema.close();
    }
}
