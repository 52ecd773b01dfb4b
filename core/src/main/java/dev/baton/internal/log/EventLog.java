package dev.baton.internal.log;

import dev.baton.internal.tell.EventLine;
import dev.baton.observe.Event;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The listener that writes events to the log, each with the level it deserves. */
public final class EventLog implements Consumer<Event> {

    /** Under the name of the front door, which is what people look for. */
    public static final Logger LOG = LoggerFactory.getLogger("dev.baton.Baton");

    private static final Set<Class<? extends Event>> ERRORS = Set.of(
            Event.JobFailed.class,
            Event.JobHeld.class,
            Event.JobUpdateError.class,
            Event.HandlerStuck.class,
            Event.CircuitOpened.class,
            Event.CircuitRecoveryFailed.class,
            Event.StartupFailed.class,
            Event.EngineBroken.class,
            Event.ExportFailed.class,
            Event.ScheduleFailed.class,
            Event.LaneBlocked.class);
    private static final Set<Class<? extends Event>> WARNINGS = Set.of(
            Event.HandlerThrew.class,
            Event.JobRetried.class,
            Event.JobInDoubt.class,
            Event.JobFenced.class,
            Event.ResultLost.class,
            Event.HandlerReturnedLate.class,
            Event.QueueNotServed.class,
            Event.JobRecovered.class,
            Event.RecoveryError.class,
            Event.ScheduleSkipped.class,
            Event.ScheduleNotInCode.class,
            Event.StepFailed.class,
            Event.NodeDied.class,
            Event.NodeReplaced.class,
            Event.EventsDropped.class);
    /** One for every job, or every claim, would be too many for a log that people read. */
    private static final Set<Class<? extends Event>> DETAILS = Set.of(
            Event.JobCreated.class,
            Event.ScheduleFired.class,
            Event.JobStarted.class,
            Event.JobCompleted.class,
            Event.JobSnoozed.class,
            Event.JobReleased.class,
            Event.WorkerWoken.class,
            Event.JobsClaimed.class,
            Event.LimitsFull.class,
            Event.WorkerIdle.class);

    @Override
    public void accept(Event event) {
        EventLine.log(LOG, levelOf(event), (Record) event);
    }

    private static Level levelOf(Event event) {
        if (ERRORS.contains(event.getClass())) {
            return Level.ERROR;
        }
        if (WARNINGS.contains(event.getClass())) {
            return Level.WARN;
        }
        return DETAILS.contains(event.getClass()) ? Level.DEBUG : Level.INFO;
    }
}
