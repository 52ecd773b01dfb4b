package dev.baton.supervise;

import dev.baton.testkit.ManualClock;
import dev.baton.testkit.Recorder;
import java.time.Duration;

/** What tests of the supervisor with real threads begin with: a clock moved by hand, and somebody who listens. */
abstract class OnManualClock {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    final ManualClock clock = new ManualClock();
    final Recorder<SupervisorEvent> events = new Recorder<>();

    SupervisorBuilder supervisor() {
        return Supervisor.builder().timeline(clock).listener(events);
    }

    static Task sleeper() {
        return run -> run.sleep(Duration.ofDays(1000));
    }
}
