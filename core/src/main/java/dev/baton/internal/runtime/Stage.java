package dev.baton.internal.runtime;

import java.time.Duration;

/**
 * A stage of the flow, as the one who keeps it going sees it.
 *
 * @param wake is raised when its step is worth taking before it is due
 * @param pulse shows whether its step makes progress
 */
record Stage(String name, Step step, Signal wake, Pulse pulse) {

    /** One bounded piece of work. Answers when the next is due. */
    interface Step {
        Duration runOnce();
    }
}
