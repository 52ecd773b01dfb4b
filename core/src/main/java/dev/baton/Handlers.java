package dev.baton;

import dev.baton.internal.dispatch.Registration;
import dev.baton.job.CrashPolicy;
import dev.baton.job.DecidingHandler;
import dev.baton.job.JobType;
import dev.baton.job.Reconciler;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The handlers and reconcilers of a setup, by the names of their types. */
final class Handlers {

    private final Faults faults;
    private final Map<String, Registration<?, ?>> handlers = new LinkedHashMap<>();
    private final Map<String, Registration.Asked<?>> reconcilers = new LinkedHashMap<>();

    private final Map<String, Circuit> circuits = new LinkedHashMap<>();

    Handlers(Faults faults) {
        this.faults = faults;
    }

    boolean handle(String type) {
        return handlers.containsKey(type);
    }

    <P, C> void add(JobType<P> type, C context, @Nullable DecidingHandler<P, C> handler) {
        if (handler == null) {
            faults.add("NO_HANDLER", "type " + type.name() + " was given no handler");
        } else if (context == null) {
            faults.add("MISSING_CONTEXT", "the handler of type " + type.name() + " was given no context object");
        } else if (handlers.put(type.name(), new Registration<>(type, context, handler, null)) != null) {
            faults.add("DUPLICATE_HANDLER", "type " + type.name() + " has two handlers");
        }
    }

    <P, C> void reconcile(JobType<P> type, C context, Reconciler<P, C> reconciler) {
        Objects.requireNonNull(reconciler, "reconciler");
        Registration.Asked<P> asked = (payload, doubts, run) -> reconciler.reconcile(payload, doubts, run, context);
        if (context == null) {
            faults.add("MISSING_CONTEXT", "the reconciler of type " + type.name() + " was given no context object");
        } else if (reconcilers.put(type.name(), asked) != null) {
            faults.add("DUPLICATE_HANDLER", "type " + type.name() + " has two reconcilers");
        }
    }

    void add(JobType<?> type, Circuit circuit) {
        faults.positive("the pause of the circuit of type " + type.name(), circuit.pause());
        faults.positive("the time between alerts of the circuit of type " + type.name(), circuit.alertEvery());
        circuits.put(type.name(), circuit);
    }

    Map<String, Duration> pauses() {
        var pauses = new LinkedHashMap<String, Duration>();
        circuits.forEach((type, circuit) -> pauses.put(type, circuit.pause()));
        return pauses;
    }

    CircuitAlerts alerts(Timeline time) {
        return new CircuitAlerts(Map.copyOf(circuits), time);
    }

    /** What can be wrong once all are there, of which these are expected. */
    void check(Set<String> expected) {
        expected.stream()
                .filter(type -> !handlers.containsKey(type))
                .forEach(type -> faults.add("NO_HANDLER", "type " + type + " has no handler"));
        circuits.keySet()
                .forEach(type -> faults.unless(
                        handlers.containsKey(type), "the circuit of type " + type + ", which is not handled here"));
        handlers.values().forEach(each -> check(each.type()));
        reconcilers
                .keySet()
                .forEach(type -> faults.unless(
                        handlers.containsKey(type), "the reconciler of type " + type + ", which is not handled here"));
    }

    private void check(JobType<?> type) {
        boolean asks = type.onCrash() == CrashPolicy.RECONCILE;
        if (asks && !reconcilers.containsKey(type.name())) {
            faults.add(
                    "NO_RECONCILER", "type " + type.name() + " is to be reconciled after a crash, and nothing does it");
        }
        faults.unless(
                !type.isReplayable() || type.onCrash() == CrashPolicy.RERUN,
                "type " + type.name() + " is replayable, so a crash repeats it; that is for RERUN only");
    }

    List<Registration<?, ?>> registrations() {
        var complete = new ArrayList<Registration<?, ?>>();
        handlers.values().forEach(each -> complete.add(withReconciler(each)));
        return complete;
    }

    private <P, C> Registration<P, C> withReconciler(Registration<P, C> each) {
        @SuppressWarnings("unchecked") // it was registered for the type of this name
        var asked = (Registration.Asked<P>) reconcilers.get(each.type().name());
        return new Registration<>(each.type(), each.context(), each.handler(), asked);
    }
}
