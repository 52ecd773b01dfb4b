package dev.baton;

import dev.baton.internal.log.EventLog;
import dev.baton.internal.runtime.Core;
import dev.baton.internal.tell.EventLine;
import dev.baton.internal.tell.Teller;
import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** Who is told what happens. */
final class Listeners {

    private final List<Listener> all = new ArrayList<>();

    void add(Listener listener) {
        all.add(Objects.requireNonNull(listener, "listener"));
    }

    /** They may ask from now on. */
    void begin(Core core) {
        all.forEach(listener -> begin(listener, core));
    }

    private static void begin(Listener listener, Core core) {
        try {
            listener.begin(core.gauges());
        } catch (Throwable failure) {
            Consumer<Event> named = listener::on;
            EventLine.listenerFailed(EventLog.LOG, named, listener, failure);
        }
    }

    /** Tells the log, these alerts, and all of them. */
    Teller<Event> teller(Consumer<Event> alerts) {
        var told = new ArrayList<Consumer<Event>>();
        told.add(new EventLog());
        told.add(alerts);
        all.forEach(listener -> told.add(listener::on));
        var kinds = new Teller.Kinds<Event>(
                Event.HandlerThrew.class::isInstance, Event.BatonClosed.class::isInstance, Event.EventsDropped::new);
        return new Teller<>("baton-events", kinds, told, EventLog.LOG);
    }
}
