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
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
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
@Tag("long") // the pause has to outlast what another process waits for, and that takes its time
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class PausedDispatcherTest {

    @TempDir
    Path folder;

    private Path standsStill() {
        return folder.resolve("paused");
    }

    private List<String> book() throws IOException {
        return Files.readAllLines(folder.resolve("book.txt")).stream()
                .filter(line -> line.endsWith(";"))
                .toList();
    }

    private static boolean isIn(Office office, JobId payment, PaymentState state) {
        return office.outbox().status(payment).orElseThrow().state() == state;
    }

    private static JobId pay(Office office, String participant, String rail) throws Exception {
        office.ledger().open(participant, 1_000);
        return office.ledger()
                .transfer(new Payment(
                        new Instruction(participant, "k"),
                        participant,
                        rail,
                        new Money(100, "EUR"),
                        "DE02120300000000202051"))
                .id();
    }

    /** What has a dispatcher stand still right before it writes to the socket, or at a place before its gate. */
    private String[] afterGate() {
        return new String[] {DispatcherProcess.STUBBORN + "=" + standsStill()};
    }

    private String[] beforeGate() {
        return new String[] {"baton.fault=exec.beforeHandler:pause", "baton.fault.log=" + standsStill()};
    }

    /** Has a dispatcher stand still like this, another take over and decide, and the first go on; answers the other. */
    private ServiceProcess pause(String[] how, World world, Office office, String rail, PaymentState meanwhile)
            throws Exception {
        ServiceProcess paused = world.dispatcher(List.of(rail), how);
        paused.awaitReady();
        JobId payment = pay(office, "ann", rail);
        Polling.until("it stands still", () -> Files.exists(standsStill()));

        long since = System.nanoTime();
        paused.signal("STOP");
        ServiceProcess other = world.dispatcher();
        other.awaitReady();
        Polling.until("the other has decided", () -> isIn(office, payment, meanwhile));
        StubbornSender.resume(standsStill());
        Files.createFile(Path.of(standsStill() + ".resume")); // where a fault point waits
        paused.signal("CONT");
        world.stoodStillSince(since);
        return other;
    }

    private World calmWorld() throws Exception {
        World world =
                World.open(folder, SharedServer.server().url() + "&currentSchema=" + SharedServer.freshSchema(), 1);
        world.calm();
        return world;
    }

    private static Office office(World world) throws Exception {
        return world.office(PaymentRails.at(URI.create(world.railsAt()), PaymentRails.NAMES, Impatient.PACE));
    }

    @Test
    void who_is_paused_between_gate_and_call_for_longer_than_anybody_waits_doubles_on_a_queryable_rail(
            TestReporter report) throws Exception {
        pauseAndJudge("wire", PaymentState.DISPATCHED, 2);
        report.publishEntry("taken", "2");
    }

    @ParameterizedTest
    @CsvSource({"sepa, DISPATCHED", "paper, HELD"})
    void on_all_other_rails_such_a_pause_doubles_nothing(String rail, PaymentState meanwhile) throws Exception {
        pauseAndJudge(rail, meanwhile, 1);
    }

    private void pauseAndJudge(String rail, PaymentState meanwhile, int taken) throws Exception {
        try (World world = calmWorld();
                Office office = office(world)) {
            pause(afterGate(), world, office, rail, meanwhile);
            Polling.until("the first has called, too", () -> Files.exists(StubbornSender.answered(standsStill())));

            Verdict verdict = world.verdict();
            assertThat(book()).filteredOn(line -> line.startsWith("taken")).hasSize(taken);
            assertThat(verdict.doubledByPause()).isEqualTo(taken - 1);
            assertThat(verdict.findings()).as("%s", verdict).isEmpty();
        }
    }

    @Test
    void who_is_paused_before_the_gate_finds_it_closed_and_goes_on_with_others() throws Exception {
        try (World world = calmWorld();
                Office office = office(world)) {
            ServiceProcess other = pause(beforeGate(), world, office, PaymentRails.WIRE, PaymentState.DISPATCHED);
            world.kill(other);
            JobId next = pay(office, "ben", PaymentRails.WIRE);
            Polling.until("the first sends another one", () -> isIn(office, next, PaymentState.DISPATCHED));

            assertThat(book())
                    .filteredOn(line -> line.startsWith("taken"))
                    .hasSize(2)
                    .filteredOn(line -> line.contains(" ann "))
                    .hasSize(1);
            assertThat(world.verdict().findings()).isEmpty();
        }
    }
}
