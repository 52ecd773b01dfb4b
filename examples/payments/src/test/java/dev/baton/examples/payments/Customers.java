package dev.baton.examples.payments;

import dev.baton.examples.payments.ledger.Ledger;
import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.job.BatonException;
import dev.baton.outbox.Enqueued;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Payment;
import dev.baton.store.KeyReusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** People who transfer money, and often do so twice, under a used key, or with more than they have. Whatever they are told they write down. */
final class Customers {

    /** Nobody decides about what blocks these. */
    static final List<String> LEFT_ALONE = List.of("left-paper", "left-mixed");

    private static final int PARTICIPANTS = 18;
    private static final long OPENED = 10_000_000;
    private static final String DESTINATION = "DE02120300000000202051";

    private final Ledger ledger;
    private final Path told;
    private final String name;
    private final SplittableRandom random;
    private final List<Payment> before = new ArrayList<>();

    /** Those of one name, whose instructions are nobody else's. */
    Customers(Ledger ledger, Path told, String name, long seed) {
        this.ledger = ledger;
        this.told = told;
        this.name = name;
        this.random = new SplittableRandom(seed + name.hashCode());
    }

    static void open(Ledger ledger) throws Exception {
        for (int i = 0; i < PARTICIPANTS; i++) {
            ledger.open("p-" + i, OPENED);
        }
        for (String each : LEFT_ALONE) {
            ledger.open(each, OPENED);
        }
    }

    /** One of them comes. */
    void one() throws Exception {
        int drawn = random.nextInt(20);
        if (drawn < 5 && !before.isEmpty()) {
            ask(before.get(random.nextInt(before.size())));
        } else if (drawn == 5 && !before.isEmpty()) {
            Payment used = before.get(random.nextInt(before.size()));
            askInVain(of(
                    used.instruction(),
                    used.participant(),
                    used.rail(),
                    used.amount().minor() + 1));
        } else if (drawn == 6) {
            askInVain(of(next(), participant(), PaymentRails.SEPA, OPENED * 2));
        } else {
            String participant = participant();
            Payment payment = of(next(), participant, rail(participant), 1 + random.nextLong(50_000));
            before.add(payment);
            ask(payment);
        }
    }

    private Instruction next() {
        return new Instruction(name + "-" + random.nextLong(Long.MAX_VALUE), "k");
    }

    private String participant() {
        int drawn = random.nextInt(PARTICIPANTS + LEFT_ALONE.size());
        return drawn < PARTICIPANTS ? "p-" + drawn : LEFT_ALONE.get(drawn - PARTICIPANTS);
    }

    /** Most pay over one rail, some over all of them in turn. */
    private String rail(String participant) {
        if (participant.equals("left-paper")) {
            return PaymentRails.PAPER;
        }
        int number = participant.startsWith("p-") ? Integer.parseInt(participant.substring(2)) % 4 : 3;
        return PaymentRails.NAMES.get(number < 3 ? number : random.nextInt(3));
    }

    private static Payment of(Instruction instruction, String participant, String rail, long minor) {
        return new Payment(instruction, participant, rail, new Money(minor, "EUR"), DESTINATION);
    }

    /** Who hears nothing, as the store is busy or away, asks again later, or never. */
    private void ask(Payment payment) throws Exception {
        try {
            Enqueued enqueued = ledger.transfer(payment);
            write(payment, enqueued);
        } catch (BatonException | SQLException notNow) {
            System.out.println("not now: " + notNow);
        }
    }

    private void askInVain(Payment payment) throws Exception {
        try {
            write(payment, ledger.transfer(payment));
            throw new AssertionError("This was to be refused: " + payment);
        } catch (KeyReusedException | Ledger.NotEnoughException asItShouldBe) {
            // Nothing has changed.
        } catch (BatonException | SQLException notNow) {
            System.out.println("not now: " + notNow);
        }
    }

    private void write(Payment payment, Enqueued enqueued) throws IOException {
        String line = payment.instruction().id() + "/" + payment.instruction().key() + " " + enqueued.id() + "\n";
        Files.writeString(told, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
