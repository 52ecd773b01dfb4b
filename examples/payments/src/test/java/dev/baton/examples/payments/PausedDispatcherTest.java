package dev.baton.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.payments.judge.Verdict;
import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.job.JobId;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Payment;
import dev.baton.outbox.PaymentState;
import dev.baton.testserver.SharedServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The one hole that is left. A process passes the gate and is paused before it calls the rail, for longer than all others wait: they take
 * over, ask, hear that the payment was never seen, and send it; then the first goes on where it was. Nobody can take back what is about
 * to be written to a socket.
 */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PausedDispatcherTest {

    @TempDir
    Path folder;

    private static boolean isIn(Office office, JobId payment, PaymentState... states) {
        return List.of(states)
                .contains(office.outbox().status(payment).orElseThrow().state());
    }

    @ParameterizedTest
    @CsvSource({"wire, DISPATCHED, 2, 1", "sepa, DISPATCHED, 1, 0", "paper, HELD, 1, 0"})
    void who_is_paused_between_gate_and_call_for_longer_than_anybody_waits_doubles_on_a_queryable_rail_alone(
            String rail, PaymentState meanwhile, int taken, int doubled) throws Exception {
        String database = SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema();
        Path log = folder.resolve("faults");
        try (World world = World.open(folder, database, 1)) {
            world.calm();
            URI rails = URI.create(world.railsAt());
            try (Office office = world.office(PaymentRails.at(rails, PaymentRails.NAMES, Impatient.PACE))) {
                ServiceProcess paused = world.dispatcher(
                        List.of(rail),
                        DispatcherProcess.STUBBORN + "=true",
                        "baton.fault=rail.afterGate:pause",
                        "baton.fault.log=" + log);
                paused.awaitReady();
                office.ledger().open("ann", 1_000);
                JobId payment = office.ledger()
                        .transfer(new Payment(
                                new Instruction("i", "k"),
                                "ann",
                                rail,
                                new Money(100, "EUR"),
                                "DE02120300000000202051"))
                        .id();
                Polling.until("it has passed the gate", () -> Files.exists(log));

                long since = System.nanoTime();
                paused.signal("STOP");
                world.dispatcher().awaitReady();
                Polling.until("the others have decided", () -> isIn(office, payment, meanwhile));
                Files.createFile(folder.resolve("faults.resume"));
                paused.signal("CONT");
                world.stoodStillSince(since);
                Polling.until(
                        "the first has called, too",
                        () -> Files.readAllLines(folder.resolve("book.txt")).stream()
                                        .filter(line -> line.endsWith(";"))
                                        .count()
                                == (meanwhile == PaymentState.HELD ? 1 : 2));

                Verdict verdict = world.verdict();
                assertThat(Files.readAllLines(folder.resolve("book.txt")))
                        .filteredOn(line -> line.startsWith("taken"))
                        .hasSize(taken);
                assertThat(verdict.doubledByPause()).isEqualTo(doubled);
                assertThat(verdict.findings()).as("%s", verdict).isEmpty();
            }
        }
    }
}
