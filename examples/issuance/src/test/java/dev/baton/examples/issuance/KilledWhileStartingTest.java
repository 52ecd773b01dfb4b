package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.chain.Door;
import dev.baton.examples.issuance.chain.SimulatedChain;
import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process that is killed in every step of its start, one after another, on one file. */
@Tag("slow")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class KilledWhileStartingTest {

    /** A question to the chain that is asked in each step but the first; and when the monitors begin. */
    private static final List<String> QUESTIONS = List.of(
            "/contract/0xb",
            "/past/RECEIPT/0xa",
            "/past/RECEIPT/0xb",
            "/past/TRANSFER/0xa",
            "/past/TRANSFER/0xb",
            "/deposit/m-1",
            "/burn/",
            "/live/");

    @TempDir
    Path folder;

    @TempDir
    Path otherFolder;

    private final Door door = new Door();
    private final SimulatedChain chain = SimulatedChain.start(0, door);

    @AfterEach
    void end() {
        chain.close();
    }

    private static void leaveTwoVaultsBehind(SimulatedChain chain, Tables tables) throws Exception {
        for (String vault : List.of("a", "b")) {
            chain.deploy("0x" + vault);
            chain.deposit("d-" + vault, "0x" + vault, 100);
            chain.transfer("t-" + vault, "0x" + vault, "r-d-" + vault, 40);
        }
        tables.leave(
                new Fact.VaultAdded("A", "0xa"),
                new Fact.VaultAdded("B", "0xb"),
                new Fact.MintRequested("m-1", "A", 7),
                new Fact.MintRequested("m-2", "B", 8));
    }

    private static boolean isOver(Tables tables) throws Exception {
        return tables.isAllComplete() && tables.column("SELECT id FROM receipt").containsAll(List.of("r-m-1", "r-m-2"));
    }

    private Map<String, List<String>> undisturbed() throws Exception {
        try (Service service = new Service(otherFolder)) {
            leaveTwoVaultsBehind(service.chain, service.tables);
            try (Issuance issuance = service.start()) {
                assertThat(issuance.baton().isReady()).isTrue();
                Polling.until("all is done", () -> isOver(service.tables));
            }
            assertThat(service.chain.burned()).isEqualTo(Map.of("r-d-a", 40L, "r-d-b", 40L));
            return service.tables.state();
        }
    }

    @Test
    @Tag("R-000-04")
    @Tag("R-000-46")
    @Tag("R-000-47")
    @Tag("R-000-48")
    void killed_in_every_step_of_its_start_it_ends_where_an_undisturbed_one_does() throws Exception {
        Path file = folder.resolve("issuance.db");
        var tables = new Tables(file);
        leaveTwoVaultsBehind(chain, tables);

        killWhen(file, "the views are replayed", service -> service.hasLogged("startup_step_started"));
        for (String question : QUESTIONS) {
            door.hold(question);
            door.clear();
            killWhen(file, question + " is asked", service -> door.wasAsked(question));
            door.forget(); // the chain may do now what a dead process has asked for
        }
        try (ServiceProcess last = Service.process(file, chain.address())) {
            last.awaitReady();
            Polling.until("all is done", () -> isOver(tables));
        }

        assertThat(tables.state()).isEqualTo(undisturbed());
        assertThat(chain.burned()).isEqualTo(Map.of("r-d-a", 40L, "r-d-b", 40L));
    }

    /** When something is so about a process. */
    private interface Moment {
        boolean isNow(ServiceProcess service) throws Exception;
    }

    private void killWhen(Path file, String what, Moment moment) throws Exception {
        try (ServiceProcess service = Service.process(file, chain.address())) {
            Callable<Boolean> now = () -> {
                assertThat(service.isAlive())
                        .as(() -> String.join("\n", service.log()))
                        .isTrue();
                return moment.isNow(service);
            };
            Polling.until(what, now);
            assertThat(service.isReady() && !what.startsWith("/live/"))
                    .as("it is ready before its start has completed: %s", what)
                    .isFalse();
        }
    }
}
