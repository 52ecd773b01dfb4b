package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as a process, from its start to its end. */
@Tag("slow")
class MainTest {

    @TempDir
    Path folder;

    @Test
    @Tag("R-000-46")
    void a_start_that_fails_ends_the_process_with_an_error_and_nothing_was_served() throws Exception {
        try (Service service = new Service(folder)) {
            service.tables.leave(new Fact.VaultAdded("A", "0xa")); // of which the chain knows nothing
            try (ServiceProcess process = Service.process(service.file(), service.chain.address())) {
                assertThat(process.awaitExit()).isEqualTo(1);
                assertThat(process.isReady()).isFalse();
                Polling.until("it has said so", () -> process.hasLogged("start-up failed at step 1: STARTUP_FAILED"));
            }
            assertThat(service.door.wasAsked("/live/")).isFalse();
        }
    }

    @Test
    void a_process_that_is_told_to_stop_ends_in_order() throws Exception {
        try (Service service = new Service(folder)) {
            service.chain.deploy("0xa");
            try (ServiceProcess process = Service.process(service.file(), service.chain.address())) {
                process.awaitReady();
                assertThat(process.log().stream().filter(line -> line.startsWith("step ")))
                        .first()
                        .isEqualTo("step 1: view-replay");
                assertThat(process.ask("POST", "/vaults/A", "0xa")).isTrue();
                assertThat(process.ask("POST", "/mints/m", "A 5")).isTrue();
                Polling.until(
                        "the mint",
                        () -> service.tables.column("SELECT id FROM receipt").contains("r-m"));

                process.terminate();

                assertThat(process.awaitExit()).isEqualTo(143);
                Polling.until("it has said so", () -> process.hasLogged("worker_stopped"));
            }
        }
    }
}
