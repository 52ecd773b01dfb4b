package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several servers are brought for tests; which of them a run is about, the build says. */
@Tag("versions")
class ServerVersionTest {

    @Test
    void the_tests_run_on_the_server_that_they_were_meant_for() {
        String running = Pools.ask("SELECT split_part(current_setting('server_version'), ' ', 1)");

        assertThat(System.getProperty("baton.postgres.version")).startsWith(running + ".");
    }
}
