package dev.baton.supervise;

import dev.baton.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;

/** A process that is suspended and resumed: time goes on meanwhile, and its alarms go off late. */
final class StandingStill {

    private final ManualClock clock = new ManualClock();
    private final Queue<Runnable> alarms = new ArrayDeque<>();

    Supervision supervise(SupervisorBuilder builder) {
        var decisions = new Supervision(new Surroundings(
                builder.settings(),
                clock,
                (delay, turn, action) -> {
                    alarms.add(action);
                    return () -> alarms.remove(action);
                },
                (run, factory) -> () -> {},
                event -> {},
                event -> {}));
        decisions.start(builder.tasks.values());
        return decisions;
    }

    void standStillFor(Duration time) {
        clock.advance(time);
    }

    void runTheOneAlarm() {
        if (alarms.size() != 1) {
            throw new AssertionError("there are " + alarms.size() + " alarms");
        }
        alarms.remove().run();
    }
}
