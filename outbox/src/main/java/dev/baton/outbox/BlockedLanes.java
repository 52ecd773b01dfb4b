package dev.baton.outbox;

import dev.baton.job.JobId;
import dev.baton.observe.Event;
import dev.baton.observe.Listener.Gauges;
import dev.baton.outbox.Alert.Blocked;
import dev.baton.store.JobView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The payments that block their participants, as far as this process has heard of them. For one thread at a time. */
final class BlockedLanes {

    private final Map<JobId, Blocked> known = new LinkedHashMap<>();

    /** A payment blocks its participant; empty if that is known. */
    Optional<Blocked> add(Event.LaneBlocked event) {
        return add(new Blocked(event.jobId(), Rails.participant(event.lane())));
    }

    /** The same of one that was looked for. */
    Optional<Blocked> add(Blocked blocked) {
        return known.put(blocked.payment(), blocked) == null ? Optional.of(blocked) : Optional.empty();
    }

    int size() {
        return known.size();
    }

    /** Those about which somebody has decided since. A store that cannot be asked has decided nothing. */
    List<Blocked> takeDecided(Gauges gauges) {
        if (known.isEmpty()) {
            return List.of();
        }
        Map<JobId, JobView.Standing> now;
        try {
            now = gauges.standings(List.copyOf(known.keySet()));
        } catch (RuntimeException unanswered) {
            return List.of();
        }
        var decided = new ArrayList<Blocked>();
        known.values().removeIf(blocked -> {
            JobView.Standing standing = now.get(blocked.payment());
            boolean over = standing == null || !standing.state().isParked();
            return over && decided.add(blocked);
        });
        return decided;
    }
}
