package dev.baton.supervise;

import java.util.function.Consumer;

/** What the decisions stand on: settings, time, a way to launch runs, and ears. */
record Surroundings(
        SupervisorSettings settings,
        Timeline timeline,
        Timers timers,
        Launcher launcher,
        Consumer<SupervisorEvent> warnings,
        Consumer<SupervisorEvent> events) {}
