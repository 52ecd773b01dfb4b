package dev.baton.internal.finish;

import dev.baton.internal.tell.Printable;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import java.time.Duration;
import java.util.Optional;

/** The end of an attempt, as events tell it. */
record Told(Claim claim, Duration took) {

    private static final int MESSAGE_MAX = 500;

    private JobId id() {
        return claim.id();
    }

    private String type() {
        return claim.route().type();
    }

    private String queue() {
        return claim.route().queue();
    }

    private int attempt() {
        return claim.tally().attempts();
    }

    /** A parked job of a lane keeps others waiting, unless its type lets them pass. */
    Optional<Event> laneBlocked(JobState state) {
        return claim.turn()
                .filter(turn -> state.isParked())
                .map(turn -> new Event.LaneBlocked(id(), type(), queue(), turn.lane(), turn.sequence(), state));
    }

    Event fenced() {
        return new Event.JobFenced(id(), type(), queue(), attempt(), took, claim.fence());
    }

    Event cancelled() {
        return new Event.JobCancelled(id(), type(), queue(), attempt(), took);
    }

    Event ended(Ending ending) {
        if (ending instanceof Ending.Done) {
            return new Event.JobCompleted(id(), type(), queue(), attempt(), took);
        } else if (ending instanceof Ending.Retry retry) {
            return new Event.JobRetried(
                    id(), type(), queue(), attempt(), took, retry.code(), cut(retry.message()), retry.dueAt());
        } else if (ending instanceof Ending.Dead dead) {
            return new Event.JobFailed(id(), type(), queue(), attempt(), took, dead.code(), cut(dead.message()));
        } else if (ending instanceof Ending.Held held) {
            return new Event.JobHeld(id(), type(), queue(), attempt(), took, held.code(), cut(held.message()));
        } else if (ending instanceof Ending.Unknown unknown) {
            return new Event.JobInDoubt(
                    id(), type(), queue(), attempt(), took, unknown.code(), cut(unknown.message()), unknown.dueAt());
        } else if (ending instanceof Ending.Snooze snooze) {
            return new Event.JobSnoozed(id(), type(), queue(), attempt(), took, snooze.until());
        } else if (ending instanceof Ending.Released || ending instanceof Ending.Unstarted) {
            return new Event.JobReleased(id(), type(), queue(), attempt(), took);
        }
        return cancelled();
    }

    /** The whole text is in the archive; events may have to wait, many of them, for slow listeners. */
    private static String cut(String message) {
        return Printable.of(message, MESSAGE_MAX);
    }
}
