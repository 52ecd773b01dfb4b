package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.payments.rail.Phone;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.job.BatonException;
import dev.baton.outbox.PaymentState;
import dev.baton.outbox.PaymentStatus;
import dev.baton.store.OperatorCommand.By;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The office as a process: customers come until it is shut, and somebody decides about what blocks them until the process is ended. */
final class OfficeProcess {

    /** If this file is in the folder, no more customers come. */
    static final String SHUT = "shut.txt";

    private static final int MOST = 1_000;
    private static final int CUSTOMERS = 2;
    private static final long PAUSE_MILLIS = 20;
    private static final By PHONED = new By("operator", "phoned the rail");
    private static final By AGAIN = new By("operator", "it may work now");
    private static final By GIVEN_UP = new By("operator", "the rail does not take it");

    private final Office office;
    private final Phone phone;
    private final SplittableRandom random;

    private OfficeProcess(Office office, Phone phone, long seed) {
        this.office = office;
        this.phone = phone;
        this.random = new SplittableRandom(seed);
    }

    /** A folder, a database, the address of the rails, and a seed. */
    public static void main(String[] args) throws Exception {
        ServiceProcess.endWithParent();
        URI rails = URI.create(args[2]);
        long seed = Long.parseLong(args[3]);
        try (Office office = Office.open(args[1], PaymentRails.at(rails, PaymentRails.NAMES, Impatient.PACE))) {
            Customers.open(office.ledger());
            for (int i = 0; i < CUSTOMERS; i++) {
                var customers = new Customers(office.ledger(), Path.of(args[0], "told.txt"), "c" + i, seed);
                new Thread(() -> come(customers, Path.of(args[0], SHUT)), "customers").start();
            }
            System.out.println("ready on port 0");
            new OfficeProcess(office, new Phone(rails), seed).operate();
        }
    }

    private static void come(Customers customers, Path shut) {
        try {
            while (!Files.exists(shut)) {
                customers.one();
                pause();
            }
            System.out.println("customers have left");
        } catch (Exception | AssertionError unexpected) {
            System.out.println("unexpected: " + unexpected);
            unexpected.printStackTrace(System.out);
        }
    }

    /** Looks again and again; whoever is killed meanwhile, it goes on. */
    private void operate() throws Exception {
        while (true) {
            try {
                for (PaymentStatus each : office.outbox().blocked(MOST)) {
                    if (!Customers.LEFT_ALONE.contains(each.participant()) && isQuiet(each)) {
                        decide(each);
                    }
                }
            } catch (BatonException notNow) {
                System.out.println("not now: " + notNow);
            }
            pause();
        }
    }

    /** Nobody can say what a rail has taken before nothing can be under way to it any more. */
    private static boolean isQuiet(PaymentStatus payment) {
        Duration since = Duration.between(payment.last().orElseThrow().at(), Instant.now());
        return payment.state() != PaymentState.HELD || since.compareTo(Impatient.HOLE) > 0;
    }

    private void decide(PaymentStatus payment) throws Exception {
        int drawn = random.nextInt(3);
        if (payment.state() == PaymentState.FAILED && drawn > 0) {
            office.skip(payment.id(), phone, GIVEN_UP);
        } else if (payment.state() == PaymentState.FAILED) {
            office.outbox().retry(payment.id(), AGAIN);
        } else if (drawn == 0 && !phone.isTaken(payment.rail(), payment.id().toString())) {
            office.skip(payment.id(), phone, GIVEN_UP);
        } else if (drawn == 1 && !payment.rail().equals(PaymentRails.PAPER)) {
            office.outbox().retry(payment.id(), AGAIN);
        } else {
            office.resolve(payment.id(), phone, PHONED);
        }
    }

    private static void pause() throws InterruptedException {
        boolean unexpected = new CountDownLatch(1).await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        assert !unexpected;
    }
}
