package dev.baton.examples.payments;

import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.PaymentStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people that a participant's payments wait for them: in the log, and in a file, where a pager may be. It hears of it at once; and
 * as a process may die in between, every one looks now and then for what nobody has told it. Safe for use by several threads.
 */
final class Alerts implements Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);
    private static final int MOST = 1_000;

    private final Path file;
    /** What this process has told of; somebody else may have, too. */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    Alerts(Path file) {
        this.file = file;
    }

    @Override
    public void on(Event event) {
        if (event instanceof Event.LaneBlocked blocked) {
            tell(blocked.jobId().toString(), blocked.lane() + " number " + blocked.sequence());
        }
    }

    /** Looks at all that is blocked, in whichever process that came about. */
    void look(Outbox outbox) {
        for (PaymentStatus blocked : outbox.blocked(MOST)) {
            tell(blocked.id().toString(), blocked.participant() + " number " + blocked.sequence());
        }
    }

    private void tell(String payment, String where) {
        if (told.add(payment)) {
            LOG.warn("Payment {} blocks {}; somebody has to decide", payment, where);
            try {
                Files.writeString(
                        file,
                        payment + " " + where + "\n",
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                told.remove(payment);
                throw new UncheckedIOException(e);
            }
        }
    }
}
