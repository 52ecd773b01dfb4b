package dev.baton;

import dev.baton.observe.Event;
import dev.baton.supervise.Timeline;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Alerts those whom circuits name, not too often; for the one thread of the listeners. */
final class CircuitAlerts implements Consumer<Event> {

    private final Map<String, Circuit> circuits;
    private final Timeline time;
    private final Map<String, Long> alertedAt = new HashMap<>();

    CircuitAlerts(Map<String, Circuit> circuits, Timeline time) {
        this.circuits = circuits;
        this.time = time;
    }

    @Override
    public void accept(Event event) {
        if (event instanceof Event.CircuitOpened || event instanceof Event.CircuitRecoveryFailed) {
            var failure = (Event.JobEvent) event;
            Circuit circuit = circuits.get(failure.type());
            if (circuit != null && isTime(failure.type(), circuit)) {
                circuit.alert().accept(failure);
                alertedAt.put(failure.type(), time.nanos()); // not if it threw: then nobody knows
            }
        }
    }

    private boolean isTime(String type, Circuit circuit) {
        Long last = alertedAt.get(type);
        return last == null || time.nanos() - last >= circuit.alertEvery().toNanos();
    }
}
