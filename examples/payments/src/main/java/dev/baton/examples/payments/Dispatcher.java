package dev.baton.examples.payments;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.examples.payments.ledger.Storage;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.OutboxAlerts;
import dev.baton.outbox.Rails;
import dev.baton.store.JobStore;
import java.util.function.UnaryOperator;

/** A process's part in sending: the engine with the rails, and somebody who looks out for lanes that are blocked. */
final class Dispatcher implements AutoCloseable {

    private final Storage storage;
    private final Baton baton;

    private Dispatcher(Storage storage, Baton baton) {
        this.storage = storage;
        this.baton = baton;
    }

    /** Sends payments over these rails, from now on. */
    static Dispatcher start(Settings settings, Rails rails, UnaryOperator<BatonBuilder> changes) throws Exception {
        Storage storage = Storage.at(settings.database());
        try {
            OutboxAlerts alerts = new OutboxAlerts(new Pager(settings.alerts())).lookingEvery(settings.look());
            JobStore store = storage.migrated();
            Baton baton = changes.apply(rails.listener(alerts)
                            .dispatchedBy(Baton.on(store))
                            .grace(settings.pace().timeout()))
                    .start();
            alerts.naming(new Outbox(baton, rails)); // also what was parked by a process that could not tell any more
            return new Dispatcher(storage, baton);
        } catch (Exception e) {
            storage.close();
            throw e;
        }
    }

    /** Waits until it ends. */
    void awaitEnd() throws InterruptedException {
        baton.awaitStop();
    }

    @Override
    public void close() {
        baton.close();
        storage.close();
    }
}
