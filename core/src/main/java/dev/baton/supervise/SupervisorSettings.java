package dev.baton.supervise;

import java.time.Duration;
import java.util.OptionalDouble;

/** What holds for a whole supervisor, checked and complete; made by {@link SupervisorBuilder}. */
record SupervisorSettings(
        RestartPolicy restart, Duration checkEvery, Duration stopGrace, OptionalDouble deadThreshold) {}
