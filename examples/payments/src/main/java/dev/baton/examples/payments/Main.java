package dev.baton.examples.payments;

import dev.baton.examples.payments.ledger.Ledger;
import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.payments.rail.Phone;
import dev.baton.examples.payments.rail.RailPace;
import dev.baton.job.JobId;
import dev.baton.outbox.Enqueued;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.PaymentStatus;
import dev.baton.outbox.Rails;
import dev.baton.store.OperatorCommand.By;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Locale;
import java.util.Map;

/** The example as a command: a database, the address of the rails, and what to do there. */
public final class Main {

    private static final String USAGE = """
            usage: payments DATABASE RAILS COMMAND, such as payments.db http://127.0.0.1:9000 show
              dispatch                                                    sends payments, until it is ended
              open ACCOUNT AMOUNT                                         opens an account
              transfer ACCOUNT RAIL AMOUNT DESTINATION INSTRUCTION KEY    debits it and hands the payment over
              show                                                        accounts and payments
              retry|skip|resolve PAYMENT WHO WHY                          decides about a payment that blocks others""";

    private static final String CURRENCY = "EUR";
    private static final int CENTS = 2;

    private Main() {}

    /** Ends with 2 if it was not understood, and with 1 if it failed. */
    public static void main(String[] args) {
        if (args.length < 3) {
            System.err.println(USAGE);
            System.exit(2);
        }
        try {
            URI address = URI.create(args[1]);
            Rails rails = PaymentRails.at(address, PaymentRails.NAMES, RailPace.USUAL);
            if (args[2].equals("dispatch")) {
                dispatch(Settings.of(args[0], args[1], "alerts.txt"), rails);
            } else {
                try (Office office = Office.open(args[0], rails)) {
                    command(office, new Phone(address), args);
                }
            }
        } catch (Exception e) {
            System.err.println(e);
            System.exit(1);
        }
    }

    private static void dispatch(Settings settings, Rails rails) throws Exception {
        try (Dispatcher dispatcher = Dispatcher.start(settings, rails, setup -> setup.stopWithProcess())) {
            System.out.println("dispatching");
            dispatcher.awaitEnd();
        }
    }

    private static void command(Office office, Phone phone, String... args) throws Exception {
        Ledger ledger = office.ledger();
        switch (args[2]) {
            case "open" -> ledger.open(args[3], Money.of(args[4], CURRENCY).minor());
            case "transfer" -> transfer(ledger, args);
            case "show" -> show(ledger, office.outbox());
            case "retry" -> System.out.println(office.outbox().retry(JobId.parse(args[3]), by(args)));
            case "skip" -> System.out.println(office.skip(JobId.parse(args[3]), phone, by(args)));
            case "resolve" -> System.out.println(office.resolve(JobId.parse(args[3]), phone, by(args)));
            default -> System.err.println(USAGE);
        }
    }

    private static By by(String... args) {
        return new By(args[4], args[5]);
    }

    private static void transfer(Ledger ledger, String... args) throws Exception {
        Enqueued enqueued = ledger.transfer(
                new Payment(new Instruction(args[7], args[8]), args[3], args[4], Money.of(args[5], CURRENCY), args[6]));
        System.out.printf(
                Locale.ROOT,
                "%s number %d of %s%s%n",
                enqueued.id(),
                enqueued.sequence(),
                args[3],
                enqueued.duplicate() ? ", as before" : "");
    }

    private static void show(Ledger ledger, Outbox outbox) throws Exception {
        for (Map.Entry<String, Long> account : ledger.balances().entrySet()) {
            System.out.printf("%-12s %12s EUR%n", account.getKey(), BigDecimal.valueOf(account.getValue(), CENTS));
        }
        for (Ledger.Transfer transfer : ledger.transfers()) {
            PaymentStatus status = outbox.status(transfer.payment()).orElseThrow();
            String last = status.last().map(PaymentStatus.Last::code).orElse("");
            System.out.printf(
                    Locale.ROOT,
                    "%-12s %4d %-6s %16s  %-11s %-16s %s%s%n",
                    transfer.account(),
                    transfer.number(),
                    transfer.rail(),
                    transfer.amount(),
                    status.state(),
                    last,
                    transfer.payment(),
                    transfer.givenBack() ? " given back" : "");
        }
    }
}
