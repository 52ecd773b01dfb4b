package dev.baton.examples.payments;

import dev.baton.Baton;
import dev.baton.examples.payments.ledger.Ledger;
import dev.baton.examples.payments.ledger.Storage;
import dev.baton.examples.payments.rail.Phone;
import dev.baton.job.JobId;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Resolution;
import dev.baton.store.CommandResult;
import dev.baton.store.OperatorCommand.By;

/**
 * Where people are: they transfer, look, and decide about what blocks a participant. It sends nothing itself, so that there may be as
 * many beside the dispatchers as there are people.
 */
final class Office implements AutoCloseable {

    private final Storage storage;
    private final Baton baton;
    private final Outbox outbox;
    private final Ledger ledger;

    private Office(Storage storage, Baton baton, Rails rails) {
        this.storage = storage;
        this.baton = baton;
        outbox = new Outbox(baton, rails);
        ledger = new Ledger(storage.database(), outbox);
    }

    /** At this database. */
    static Office open(String database, Rails rails) throws Exception {
        Storage storage = Storage.at(database);
        try {
            return new Office(
                    storage, rails.announcedTo(Baton.on(storage.migrated())).start(), rails);
        } catch (Exception e) {
            storage.close();
            throw e;
        }
    }

    Ledger ledger() {
        return ledger;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Has the participant go on without this payment, and gives the money back if the rail says that it has not taken it. */
    CommandResult skip(JobId payment, Phone phone, By by) throws Exception {
        CommandResult result = outbox.skip(payment, by);
        String rail = outbox.status(payment).orElseThrow().rail();
        if (result instanceof CommandResult.Applied && !phone.isTaken(rail, payment.toString())) {
            ledger.giveBack(payment);
        }
        return result;
    }

    /** Phones the rail about a payment that is held, and says what they said. */
    CommandResult resolve(JobId payment, Phone phone, By by) throws Exception {
        String rail = outbox.status(payment).orElseThrow().rail();
        boolean taken = phone.isTaken(rail, payment.toString());
        return outbox.resolve(payment, taken ? Resolution.SENT : Resolution.NOT_SENT, by);
    }

    @Override
    public void close() {
        baton.close();
        storage.close();
    }
}
