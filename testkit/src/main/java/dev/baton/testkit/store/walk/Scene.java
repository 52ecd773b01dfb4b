package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.AttemptView;
import dev.baton.store.Cursor;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** How the model stands when a step is chosen, and chance among that. */
record Scene(Dice dice, Dump model, Instant now) {

    /** Many are slow, and do not meet. */
    private static final int CROWD = 10;

    /** Is there anything for which a step of this kind could do something? */
    boolean hasUseFor(Kind kind) {
        return switch (kind) {
            case INSERT, INSERT_IN_TRANSACTION -> model.jobs().size() < CROWD;
            case CLAIM ->
                has(JobState.READY, JobState.RETRYING) && !model.rest().live().isEmpty();
            case JOIN -> model.rest().live().isEmpty();
            case RECOVER -> hasOrphans();
            case TAKE_CURSOR -> !model.rest().live().isEmpty();
            case MOVE_CURSOR -> isRead() && model.jobs().size() < CROWD;
            case LEAVE_CURSOR -> isRead();
            case FINISH_DONE,
                    FINISH_RETRY,
                    FINISH_SNOOZE,
                    FINISH_DEAD,
                    FINISH_HELD,
                    FINISH_UNKNOWN,
                    FINISH_CANCELLED,
                    GIVE_BACK,
                    FINISH_MANY,
                    FINISH_IN_TRANSACTION,
                    KEEP,
                    MARK,
                    LEAVE,
                    DECLARE_DEAD,
                    BEAT,
                    REOPEN,
                    KILL -> has(JobState.RUNNING);
            case RETRY -> has(JobState.DEAD, JobState.HELD, JobState.RETRYING);
            case RELEASE_HELD, CONFIRM -> has(JobState.HELD);
            case DISCARD -> has(JobState.DEAD, JobState.HELD);
            case REDACT, PRUNE -> has(JobState.DONE, JobState.CANCELLED);
            case ADVANCE, STALE_FINISH, CANCEL, SKIP, REPLACE, SWITCH, COMMAND_MANY, REHEARSE, LOOK, COUNT ->
                !model.jobs().isEmpty();
        };
    }

    private boolean has(JobState... states) {
        return model.jobs().values().stream().anyMatch(job -> List.of(states).contains(job.state()));
    }

    private boolean isRead() {
        return model.rest().cursors().stream()
                .anyMatch(cursor -> cursor.reader().isPresent());
    }

    /** Where this cursor is, for who knows it. */
    Optional<String> position(String cursor) {
        return model.rest().cursors().stream()
                .filter(each -> each.name().equals(cursor))
                .findFirst()
                .flatMap(Cursor::position);
    }

    private boolean hasOrphans() {
        Set<NodeId> live = model.rest().live().stream().map(NodeBeat::node).collect(Collectors.toSet());
        return model.jobs().values().stream()
                .flatMap(job -> job.view().standing().hold().stream())
                .anyMatch(hold -> !live.contains(hold.owner()));
    }

    /** Any job; now and then one that nobody knows. */
    JobId job() {
        List<JobId> known = List.copyOf(model.jobs().keySet());
        return known.isEmpty() || dice.onceIn(30) ? Domain.job(0) : dice.any(known);
    }

    /** Mostly one in this state. */
    JobId job(JobState wanted) {
        return job(Set.of(wanted));
    }

    /** Mostly one in one of these states. */
    JobId job(Set<JobState> wanted) {
        List<JobId> fitting = model.jobs().values().stream()
                .filter(job -> wanted.contains(job.state()))
                .map(job -> job.view().id())
                .toList();
        return fitting.isEmpty() || dice.onceIn(6) ? job() : dice.any(fitting);
    }

    /** When something is due that is not yet. */
    List<Instant> dueLater() {
        return model.jobs().values().stream()
                .flatMap(job -> job.view().standing().dueAt().stream())
                .filter(due -> due.isAfter(now))
                .toList();
    }

    /** When something ended that is over. */
    List<Instant> ended() {
        return model.jobs().values().stream()
                .filter(job -> job.state().isFinal())
                .flatMap(job -> job.view().last().stream())
                .map(AttemptView::endedAt)
                .toList();
    }
}
