package dev.baton.benchmarks;

import dev.baton.benchmarks.verdict.Ledger;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.store.OperatorCommand.By;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.function.IntFunction;

/** An outbox on a database, with a rail that takes every payment at once and says in the ledger that it did. */
final class PaymentSide implements AutoCloseable {

    /** Rails answer slowly, so many are called at once; and nothing is claimed ahead of a payment that can be sent. */
    private static final int CONCURRENCY = 256;

    private static final String RAIL = "bench";
    private static final String TAKEN = "OK";
    private static final Money AMOUNT = Money.of("12.50", "EUR");
    private static final By BENCH = new By("bench", "measures");

    private final Database database;
    private final Running engine;
    private final Outbox outbox;
    private final Database.Outside outside;

    private PaymentSide(Database database, Running engine, Outbox outbox, Database.Outside outside) {
        this.database = database;
        this.engine = engine;
        this.outbox = outbox;
        this.outside = outside;
    }

    /** One whose payments are sent. */
    static PaymentSide on(Database database) throws SQLException {
        Rails rails =
                Rails.of(Rail.idempotent(RAIL, Codes.accepting(TAKEN), dispatch -> take(dispatch, database.ledger())));
        Running engine = database.start(on -> rails.dispatchedBy(on).concurrency(CONCURRENCY));
        return new PaymentSide(database, engine, new Outbox(engine.baton(), rails), database.outside());
    }

    private static Reply take(Dispatch dispatch, Ledger ledger) {
        Map<String, String> details = dispatch.payment().details();
        int part = Integer.parseInt(details.getOrDefault("part", ""));
        int number = Integer.parseInt(details.getOrDefault("number", ""));
        ledger.part(part).ran(number, System.nanoTime());
        return Reply.of(TAKEN);
    }

    private static Payment payment(Ledger.Part part, int number, String participant) {
        var details = Map.of("part", String.valueOf(part.index()), "number", String.valueOf(number));
        var instruction = new Instruction("instruction-" + part.index(), "key-" + number);
        return new Payment(instruction, participant, RAIL, AMOUNT, "DE02120300000000202051", details);
    }

    /** Payments per second, spread over so many participants: added in batches while they are sent. */
    double cycle(int payments, int batch, int participants) throws SQLException {
        Ledger.Part part = database.ledger().open(payments);
        long began = System.nanoTime();
        add(part, batch, number -> "participant-" + number % participants);
        EngineSide.awaitEnd(part, outside);
        return Rate.perSecond(payments, began);
    }

    /** Payments per second of one participant, from the moment on in which they may be sent. */
    double burnDown(int payments, int batch) throws SQLException {
        Ledger.Part part = database.ledger().open(payments);
        outbox.turnOff(Outbox.rail(RAIL), BENCH);
        add(part, batch, number -> "one");
        long began = System.nanoTime();
        outbox.turnOn(Outbox.rail(RAIL), BENCH);
        EngineSide.awaitEnd(part, outside);
        return Rate.perSecond(payments, began);
    }

    private void add(Ledger.Part part, int batch, IntFunction<String> participant) {
        for (int first = 0; first < part.size(); first += batch) {
            int end = Math.min(part.size(), first + batch);
            var payments = new ArrayList<Payment>();
            for (int number = first; number < end; number++) {
                payments.add(payment(part, number, participant.apply(number)));
            }
            outbox.enqueueAll(payments);
            for (int number = first; number < end; number++) {
                part.acknowledge(number);
            }
        }
    }

    /** Adds so many a second, each in a transaction of the caller's; how long it took from its due time until the rail was called. */
    void sends(int payments, long everyNanos, Waits waits) throws SQLException {
        Ledger.Part part = database.ledger().open(payments);
        long began = System.nanoTime();
        try (Connection ledger = database.connect()) {
            ledger.setAutoCommit(false);
            for (int number = 0; number < payments; number++) {
                Rate.awaitUntil(began + number * everyNanos);
                outbox.enqueue(ledger, payment(part, number, "participant-" + number));
                ledger.commit();
                part.acknowledge(number);
            }
        }
        EngineSide.awaitEnd(part, outside);
        for (int number = 0; number < payments; number++) {
            waits.add(part.began(number) - (began + number * everyNanos));
        }
    }

    @Override
    public void close() throws SQLException {
        outside.close();
        engine.close();
    }
}
