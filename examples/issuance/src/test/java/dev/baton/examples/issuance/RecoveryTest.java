package dev.baton.examples.issuance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.baton.examples.process.Logged;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What recovery does with items that cannot be recovered. */
class RecoveryTest {

    @Test
    @Tag("R-000-49")
    void an_item_that_fails_is_logged_and_the_others_are_recovered() throws Exception {
        var recovered = new ArrayList<String>();
        try (Logged log = Logged.of(Recovery.class)) {
            Recovery.recover(List.of("a", "b", "c"), id -> {
                if (id.equals("b")) {
                    throw new IOException("no answer");
                }
                recovered.add(id);
                return false;
            });

            assertThat(log.lines())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("b cannot be recovered now");
        }
        assertThat(recovered).containsExactly("a", "c");
    }

    @Test
    @Tag("R-000-49")
    void an_item_that_is_never_complete_is_given_up_after_ten_steps() throws Exception {
        var steps = new ArrayList<String>();
        try (Logged log = Logged.of(Recovery.class)) {
            Recovery.recover(List.of("endless", "short"), id -> {
                steps.add(id);
                return id.equals("endless");
            });

            assertThat(log.lines()).hasSize(1);
        }
        assertThat(Collections.frequency(steps, "endless")).isEqualTo(10);
        assertThat(steps).endsWith("short");
    }

    @Test
    void an_interrupt_is_no_failure_of_an_item() {
        assertThatThrownBy(() -> Recovery.recover(List.of("a", "b"), id -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
    }
}
