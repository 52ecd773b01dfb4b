package dev.baton;

import dev.baton.internal.runtime.Core;
import dev.baton.job.BatonException;
import dev.baton.schedule.Schedule;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.OperatorCommand.ScheduleAct;
import dev.baton.store.ScheduleView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The schedules of a store, whoever has stored them. Safe for use by several threads. */
public final class Schedules {

    private final Core core;

    Schedules(Core core) {
        this.core = core;
    }

    /**
     * Stores a schedule, in place of the one that has its name, if there is one that differs. It stays until it is removed, and no program has
     * to name it again. One with the same timing keeps its next time.
     */
    public void declare(Schedule schedule) {
        declareAll(List.of(schedule));
    }

    /** The same for many; if one of them is wrong, none is stored. */
    public void declareAll(List<Schedule> schedules) {
        core.recurring().declare(schedules);
    }

    /** A schedule by its name. */
    public Optional<ScheduleView> find(String name) {
        return core.recurring().find(name);
    }

    /** The first schedules by name, at most so many, up to 1,000. */
    public List<ScheduleView> list(int limit) {
        return core.ask(store -> store.schedules().list(Optional.empty(), Pages.checked(limit)));
    }

    /** The next page: those after this name. */
    public List<ScheduleView> list(String after, int limit) {
        return core.ask(store -> store.schedules().list(Optional.of(after), Pages.checked(limit)));
    }

    /**
     * The next times of a schedule, at most so many, up to 1,000; of one that is paused, those it would have if it were resumed now.
     *
     * @throws BatonException with the code {@code NOT_FOUND} if there is no such schedule
     */
    public List<Instant> fireTimes(String name, int howMany) {
        return core.recurring().fireTimes(name, howMany);
    }

    /**
     * Fires a schedule now, paused or not; its times stay as they are. What it does about an earlier job that is not over is done now, too:
     * the answer says whether there is a new job, or which one stands in its way.
     *
     * @throws BatonException with the code {@code NOT_FOUND} if there is no such schedule
     */
    public Inserted runNow(String name, By by) {
        return core.recurring().run(name, by);
    }

    /** Has a schedule not fire until it is resumed. What it has added goes on. */
    public CommandResult pause(String name, By by) {
        return core.recurring().command(name, ScheduleAct.PAUSE, by);
    }

    /** Has a schedule fire again, from its next time on. What fell into the pause is not made up for. */
    public CommandResult resume(String name, By by) {
        return core.recurring().command(name, ScheduleAct.RESUME, by);
    }

    /** Removes a schedule; what it has added goes on. One that a program names is back when that starts again. */
    public CommandResult remove(String name, By by) {
        return core.recurring().command(name, ScheduleAct.REMOVE, by);
    }
}
