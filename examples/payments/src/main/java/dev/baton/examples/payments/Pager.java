package dev.baton.examples.payments;

import dev.baton.outbox.Alert;
import dev.baton.outbox.Alert.Blocked;
import dev.baton.outbox.AlertListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Tells people that a payment waits for them: in a file, where a pager may be. The outbox's alerts call it, and write all others to the
 * log.
 *
 * @param file which it is appended to
 */
record Pager(Path file) implements AlertListener {

    @Override
    public void told(Alert alert) {
        if (alert.firing() && alert.about().isPresent()) {
            Blocked blocked = alert.about().get();
            try {
                Files.writeString(
                        file,
                        blocked.payment() + " " + alert.name() + " " + blocked.participant() + "\n",
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
