package dev.baton.internal.circuit;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.observe.Reason;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The types that pause in this process because a job of theirs failed for good. After the pause they are taken again: the next that is
 * done closes the circuit, the next that fails for good opens it again. Safe for use by several threads.
 */
public final class Circuits {

    private enum State {
        CLOSED,
        OPEN
    }

    private static final class Circuit {
        private final Duration pause;
        private State state = State.CLOSED;
        private long openedAt;

        Circuit(Duration pause) {
            this.pause = pause;
        }
    }

    private final Timeline time;
    private final Consumer<Event> events;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Circuit> byType = new HashMap<>();

    /** Each of these types pauses for so long; all others never do. */
    public Circuits(Map<String, Duration> pauses, Timeline time, Consumer<Event> events) {
        this.time = time;
        this.events = events;
        pauses.forEach((type, pause) -> byType.put(type, new Circuit(pause)));
    }

    /** Something was told: if it concerns a circuit, what follows from it is told next. */
    public void heard(Event event) {
        if (event instanceof Event.JobFailed failed && failed.attempt() > 0) {
            failed(failed.jobId(), failed.type(), failed.queue()).ifPresent(events);
        } else if (event instanceof Event.JobCompleted completed) {
            completed(completed.type()).ifPresent(events);
        }
    }

    /** What still ran when the circuit opened, and fails too, says nothing new. */
    private Optional<Event> failed(JobId job, String type, String queue) {
        lock.lock();
        try {
            Circuit circuit = byType.get(type);
            if (circuit == null || isPausing(circuit)) {
                return Optional.empty();
            }
            boolean again = circuit.state == State.OPEN;
            circuit.state = State.OPEN;
            circuit.openedAt = time.nanos();
            return Optional.of(
                    again
                            ? new Event.CircuitRecoveryFailed(job, type, queue, circuit.pause)
                            : new Event.CircuitOpened(job, type, queue, circuit.pause));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Event> completed(String type) {
        lock.lock();
        try {
            Circuit circuit = byType.get(type);
            if (circuit == null || circuit.state == State.CLOSED || isPausing(circuit)) {
                return Optional.empty();
            }
            circuit.state = State.CLOSED;
            return Optional.of(new Event.CircuitRecovered(type));
        } finally {
            lock.unlock();
        }
    }

    private boolean isPausing(Circuit circuit) {
        return circuit.state == State.OPEN && time.nanos() - circuit.openedAt < circuit.pause.toNanos();
    }

    private Set<String> pausing() {
        lock.lock();
        try {
            return byType.entrySet().stream()
                    .filter(each -> isPausing(each.getValue()))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
        } finally {
            lock.unlock();
        }
    }

    /** The same without what pauses. */
    public ClaimRequest without(ClaimRequest request) {
        Set<String> pausing = pausing();
        if (pausing.isEmpty()) {
            return request;
        }
        Set<Route> closed = request.routes().keySet().stream()
                .filter(route -> pausing.contains(route.type()))
                .collect(Collectors.toSet());
        var caps = new ArrayList<>(request.caps());
        caps.add(new ClaimRequest.Cap(closed, 0));
        return new ClaimRequest(
                request.node(), request.routes(), caps, request.total(), request.lastChances(), request.share());
    }

    /** These, and what pauses as if it were switched off: what was claimed ahead of it is given back. */
    public List<Switch> and(List<Switch> off) {
        var all = new ArrayList<>(off);
        pausing().forEach(type -> all.add(Switch.type(type)));
        return all;
    }

    /** Why a job of this type is not taken here now, if that is why. */
    public Optional<Reason> inTheWay(String type) {
        return pausing().contains(type)
                ? Optional.of(new Reason(
                        Reason.Cause.CIRCUIT_OPEN,
                        "A job of type " + type
                                + " failed for good, and this process takes none of that type for a while.",
                        "Look at the job that failed; they are taken again when the pause is over."))
                : Optional.empty();
    }
}
