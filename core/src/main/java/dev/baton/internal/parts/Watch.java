package dev.baton.internal.parts;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Part;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks after the wholes whose parts run here, or did a moment ago: one whose parts are all over is to be joined now, and the parts of one
 * that was cancelled are cancelled, too. All of it is a hint: a whole looks by itself when it is due, and a part when it begins. A look
 * costs a few rows, however many parts there are.
 */
public final class Watch {

    private static final Duration EVERY = Duration.ofMillis(250);
    private static final Duration IDLE = Duration.ofMinutes(1);
    /** What ends here is written down by then. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(30);
    /** A whole that was hastened is claimed by then. */
    private static final Duration HASTENED_FOR = Duration.ofSeconds(5);

    private static final int LOOK = 100;

    private final JobStore store;
    private final Map<JobId, Watched> watched = new ConcurrentHashMap<>();
    private volatile Runnable wake = () -> {};

    private static final class Watched {
        private final Parts parts;
        private int running;
        private Instant seen = Instant.EPOCH;
        private Instant hastened = Instant.EPOCH;

        Watched(Parts parts) {
            this.parts = parts;
        }
    }

    Watch(JobStore store) {
        this.store = store;
    }

    /** Calls this when there is something to look after. */
    public void wakeBy(Runnable signal) {
        wake = signal;
    }

    /** This part runs here. How large it is does not matter. */
    void begun(Part part) {
        boolean first = !watched.containsKey(part.whole());
        watched.compute(part.whole(), (whole, known) -> {
            Watched it = known == null ? new Watched(new Parts(whole, new Plan(0, part.of(), part.of(), true))) : known;
            it.running++;
            return it;
        });
        if (first) {
            wake.run();
        }
    }

    /** It runs no more; its end is about to be written down. */
    void ended(JobId whole) {
        Instant now = store.clock().instant();
        watched.computeIfPresent(whole, (id, it) -> {
            it.running--;
            it.seen = now;
            return it;
        });
    }

    /** One look at each. Answers when to look again. */
    public Duration runOnce() {
        for (JobId whole : watched.keySet()) {
            look(whole);
        }
        return watched.isEmpty() ? IDLE : EVERY;
    }

    private void look(JobId whole) {
        Watched it = watched.get(whole);
        if (it == null) {
            return;
        }
        Instant now = store.clock().instant();
        Optional<JobView.Standing> standing =
                Optional.ofNullable(store.standings(List.of(whole), now).get(whole));
        boolean gone = standing.map(stands -> stands.state().isFinal()).orElse(true);
        if (gone || isAsleep(standing.get(), now)) {
            it.parts.look(store, LOOK);
        }
        if (gone) {
            cancel(whole, it.parts.open(), now);
        } else if (it.parts.isOver() && it.hastened.plus(HASTENED_FOR).isBefore(now) && isAsleep(standing.get(), now)) {
            it.hastened = now;
            store.hasten(List.of(whole), now);
        }
        watched.computeIfPresent(whole, (id, known) -> isForgotten(known, gone, now) ? null : known);
    }

    /** It sleeps once all its parts were added; what of them is not there any more was removed after its end. */
    private static boolean isAsleep(JobView.Standing whole, Instant now) {
        return whole.state() == JobState.SCHEDULED
                && whole.dueAt().filter(due -> due.isAfter(now)).isPresent();
    }

    private static boolean isForgotten(Watched it, boolean gone, Instant now) {
        boolean nothingLeft = gone && it.parts.open().isEmpty();
        return it.running == 0 && (nothingLeft || it.seen.plus(FORGOTTEN_AFTER).isBefore(now));
    }

    private void cancel(JobId whole, List<Parts.Open> open, Instant now) {
        var by = new By("baton", "its whole, " + whole + ", is over");
        List<OperatorCommand> commands = open.stream()
                .filter(part -> part.standing()
                        .hold()
                        .filter(JobView.Hold::cancelWanted)
                        .isEmpty())
                .map(part -> (OperatorCommand) new OperatorCommand.OnJob(
                        part.id(), part.standing().state().isParked() ? Act.DISCARD : Act.CANCEL, by))
                .toList();
        if (!commands.isEmpty()) {
            store.command(commands, now);
        }
    }
}
