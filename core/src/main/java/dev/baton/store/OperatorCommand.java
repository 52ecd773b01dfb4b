package dev.baton.store;

import dev.baton.internal.check.Names;
import dev.baton.internal.check.Text;
import dev.baton.job.JobId;
import dev.baton.job.JobState;

/** Something that people ask of a job or a queue, with who asks and why. */
public sealed interface OperatorCommand {

    /** Who asks, and why. */
    By by();

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
        /** It is to be tried again, from the beginning. */
        RETRY(JobState.Command.RETRY),
        /** It is given up. */
        DISCARD(JobState.Command.DISCARD);

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
    record OnJob(JobId job, Act act, By by) implements OperatorCommand {}

    /** Claim nothing from this queue until it is resumed. */
    record PauseQueue(String queue, By by) implements OperatorCommand {
        /** A queue, by its name. */
        public PauseQueue {
            Names.checked("a queue's name", queue);
        }
    }

    /** Claim from this queue again. */
    record ResumeQueue(String queue, By by) implements OperatorCommand {
        /** A queue, by its name. */
        public ResumeQueue {
            Names.checked("a queue's name", queue);
        }
    }
}
