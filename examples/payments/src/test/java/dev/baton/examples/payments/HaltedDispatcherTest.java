package dev.baton.examples.payments;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.payments.judge.Verdict;
import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.payments.rail.Phone;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.job.JobId;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.PaymentState;
import dev.baton.store.OperatorCommand.By;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A dispatcher dies at each place around a call, on each kind of rail, and those after it find everything as promised. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HaltedDispatcherTest {

    private static final int KILLED = 137;
    private static final By TURN = new By("test", "one after another");
    private static final List<String> AROUND_THE_CALL = List.of("rail.afterGate", "rail.afterSend", "rail.beforeReply");
    private static final List<String> BESIDE_IT = List.of(
            "claim.afterCommit",
            "exec.beforeHandler",
            "checkpoint.beforeCommit",
            "checkpoint.afterCommit",
            "exec.afterHandler",
            "out.beforeCommit",
            "out.afterCommit");

    @TempDir
    Path folder;

    /** A payment of somebody who has no other, so that none waits for it. */
    private static JobId pay(Office office, String participant, String rail) throws Exception {
        office.ledger().open(participant, 1_000);
        var payment = new Payment(
                new Instruction(participant, "k"), participant, rail, new Money(100, "EUR"), "DE02120300000000202051");
        return office.ledger().transfer(payment).id();
    }

    /** Answers which payment was about to be sent where a dispatcher died, by the rail and the place. */
    private Map<String, JobId> haltAt(World world, Office office, List<String> points) throws Exception {
        var payments = new LinkedHashMap<String, JobId>();
        for (String point : points) {
            for (String rail : PaymentRails.NAMES) {
                if (point.startsWith("checkpoint") && !rail.equals(PaymentRails.PAPER)) {
                    continue; // the others keep nothing
                }
                Path log = folder.resolve(rail + "-" + point);
                payments.put(rail + " " + point, pay(office, rail + "-" + point, rail));
                ServiceProcess dispatcher = world.dispatcher(
                        List.of(rail),
                        "baton.fault=" + point + ":halt@1",
                        "baton.fault.log=" + log,
                        DispatcherProcess.PATIENT + "=true");
                assertThat(dispatcher.awaitExit()).as("%s %s", rail, point).isEqualTo(KILLED);
                assertThat(log).as("what never fired proves nothing").exists();
                assertThat(Files.readString(log)).contains(point + ":halt@1");
                world.fell();
                office.outbox().turnOff(Outbox.participant(rail + "-" + point), TURN); // until all have died
            }
        }
        return payments;
    }

    private void haltAndJudge(List<String> points, List<String> held, TestReporter report) throws Exception {
        try (World world = World.open(folder, folder.resolve("payments.db").toString(), 1)) {
            world.calm();
            URI rails = URI.create(world.railsAt());
            try (Office office = world.office(PaymentRails.at(rails, PaymentRails.NAMES, Impatient.PACE))) {
                Map<String, JobId> payments = haltAt(world, office, points);
                for (String name : payments.keySet()) {
                    office.outbox().turnOn(Outbox.participant(name.replace(' ', '-')), TURN);
                }
                ServiceProcess last = world.dispatcher();
                last.awaitReady();
                Polling.until(
                        "each is sent or held",
                        () -> standing(office, payments, PaymentState.DISPATCHED)
                                                .size()
                                        + standing(office, payments, PaymentState.HELD)
                                                .size()
                                == payments.size());

                assertThat(standing(office, payments, PaymentState.HELD))
                        .as("of a rail that cannot be asked people have to")
                        .containsExactlyElementsOf(held);
                for (String each : held) {
                    office.resolve(
                            Objects.requireNonNull(payments.get(each)),
                            new Phone(rails),
                            new By("test", "phoned the rail"));
                }
                world.drain();
                Verdict verdict = world.verdict();
                assertThat(verdict.findings()).as("%s", verdict).isEmpty();
                assertThat(standing(office, payments, PaymentState.DISPATCHED)).hasSameSizeAs(payments.keySet());
                report.publishEntry("payments", Integer.toString(payments.size()));
            }
        }
    }

    private static List<String> standing(Office office, Map<String, JobId> payments, PaymentState state) {
        var found = new ArrayList<String>();
        payments.forEach((name, id) -> {
            if (office.outbox().status(id).orElseThrow().state() == state) {
                found.add(name);
            }
        });
        return found;
    }

    @Test
    @Tag("R-003-56")
    void wherever_around_a_call_a_dispatcher_halts_the_payment_is_sent_once_or_held(TestReporter report)
            throws Exception {
        haltAndJudge(
                AROUND_THE_CALL,
                List.of("paper rail.afterGate", "paper rail.afterSend", "paper rail.beforeReply"),
                report);
    }

    /** Before it is written down that a call is about to be made everybody knows that none was. */
    @Test
    @Tag("long")
    void wherever_else_a_dispatcher_halts_the_payment_is_sent_once_or_held(TestReporter report) throws Exception {
        haltAndJudge(
                BESIDE_IT,
                List.of("paper checkpoint.afterCommit", "paper exec.afterHandler", "paper out.beforeCommit"),
                report);
    }
}
