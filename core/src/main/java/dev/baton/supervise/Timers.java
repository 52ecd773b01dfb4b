package dev.baton.supervise;

import java.time.Duration;

/** Lets the deciding thread do something later. The action runs on the deciding thread, when its turn comes. */
interface Timers {

    /** Once cancelled by the deciding thread, the action does not run, even if its time had already come. */
    Timeline.Alarm after(Duration delay, Turn turn, Runnable action);
}
