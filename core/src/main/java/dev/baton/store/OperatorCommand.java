package dev.baton.store;

import dev.baton.internal.check.Names;
import dev.baton.internal.check.Text;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import java.time.Instant;
import java.util.Optional;

/** Something that people ask of a job, a switch, a cursor or a schedule, with who asks and why. */
public sealed interface OperatorCommand {

    /** Who asks, and why. */
    By by();

    /** What is asked for, in one word. */
    String act();

    /** Of which job, switch, cursor or schedule. */
    String target();

    /** Whether there is evidence of it, for one that is about no job: of what can stop witnessed jobs there is, and of a restore. */
    default boolean aboutSwitch() {
        return this instanceof TurnOff || this instanceof TurnOn || this instanceof Restored;
    }

    /** The job it is about, if it is about one. */
    default Optional<JobId> about() {
        return Optional.empty();
    }

    /** Who asks, and why; recorded with what was done. */
    record By(String who, String why) {
        /** Somebody asks; a reason may be empty. */
        public By {
            Names.checkedText("who asks", who);
            Text.requireStorable("the reason", why);
        }
    }

    /** What can be asked of a job. */
    enum Act {
        /** It is no longer wanted. A running one is asked to stop. */
        CANCEL(JobState.Command.CANCEL),
        /** It is over now, though its handler may still run; what that answers counts no more. */
        KILL(JobState.Command.KILL),
        /** It is to be tried again, with all its attempts. What is in doubt is asked about first. */
        RETRY(JobState.Command.RETRY),
        /** Its work was not done, as somebody found out: it is to run. */
        RELEASE(JobState.Command.RELEASE_HELD),
        /** Its work was done, as somebody found out. */
        CONFIRM(JobState.Command.CONFIRM),
        /** Its lane is to go on without it. */
        SKIP(JobState.Command.SKIP),
        /** It is given up. */
        DISCARD(JobState.Command.DISCARD),
        /** Its data is removed; what happened to it stays on record. */
        REDACT(JobState.Command.REDACT);

        private final JobState.Command command;

        Act(JobState.Command command) {
            this.command = command;
        }

        /** The command this is, in the table of moves. */
        public JobState.Command command() {
            return command;
        }
    }

    /** Do this to a job. */
    record OnJob(JobId job, Act what, By by) implements OperatorCommand {
        @Override
        public Optional<JobId> about() {
            return Optional.of(job);
        }

        @Override
        public String act() {
            return what.name();
        }

        @Override
        public String target() {
            return job.toString();
        }
    }

    /**
     * End a job and put another in its place, of the same route and with the same priority. What a job is is never changed.
     *
     * @param replacement the id of the other
     * @param version of its payload
     */
    record Replace(JobId job, JobId replacement, int version, Payload payload, By by) implements OperatorCommand {
        @Override
        public Optional<JobId> about() {
            return Optional.of(job);
        }

        @Override
        public String act() {
            return "REPLACE";
        }

        @Override
        public String target() {
            return job.toString();
        }
    }

    /**
     * Have a cursor's reader go on from here, or from the beginning if no position is given. Whoever has it loses it; any node may take it.
     */
    record ResetCursor(String name, Optional<String> to, By by) implements OperatorCommand {
        @Override
        public String act() {
            return "RESET_CURSOR";
        }

        @Override
        public String target() {
            return "cursor " + name;
        }

        /** What is put on record of a position. */
        public static String shown(Optional<String> position) {
            return position.orElse("the beginning");
        }
    }

    /** What can be asked of a schedule. */
    enum ScheduleAct {
        /** It is not fired until it is resumed. */
        PAUSE("paused"),
        /** It is fired again, from its next time on. */
        RESUME("active"),
        /** It is no more; its jobs go on. */
        REMOVE("removed");

        private final String after;

        ScheduleAct(String after) {
            this.after = after;
        }

        /** How the schedule stands then, for the record. */
        public String after() {
            return after;
        }

        /** How a schedule stands that is paused, or not. */
        public static String shown(boolean paused) {
            return (paused ? PAUSE : RESUME).after;
        }
    }

    /**
     * Do this to a schedule.
     *
     * @param nextAt its next time if it is resumed; it never goes back
     */
    record OnSchedule(String name, ScheduleAct what, Optional<Instant> nextAt, By by) implements OperatorCommand {
        @Override
        public String act() {
            return what.name() + "_SCHEDULE";
        }

        @Override
        public String target() {
            return targetOf(name);
        }

        /** What is put on record of a schedule's name. */
        public static String targetOf(String name) {
            return "schedule " + name;
        }
    }

    /** Claim nothing that this concerns until it is turned on. */
    record TurnOff(Switch which, By by) implements OperatorCommand {
        @Override
        public String act() {
            return "TURN_OFF";
        }

        @Override
        public String target() {
            return which.toString();
        }
    }

    /** Claim what this concerns again. */
    record TurnOn(Switch which, By by) implements OperatorCommand {
        @Override
        public String act() {
            return "TURN_ON";
        }

        @Override
        public String target() {
            return which.toString();
        }
    }

    /**
     * The store was put back to how it was once: fences go on far behind all that can have been given out since, so that who works for what is no
     * more is never taken for one who works now. A store for one engine refuses it with the code {@code ENGINE_RUNNING} while there is one;
     * with any other, who asks has to know that no node lives.
     */
    record Restored(By by) implements OperatorCommand {

        /** By how much fences are raised: by more than anybody can have given out. */
        public static final long RAISED = 1L << 32;

        @Override
        public String act() {
            return "RESTORED";
        }

        @Override
        public String target() {
            return "fences";
        }
    }
}
