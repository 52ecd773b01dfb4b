package dev.baton.outbox;

import dev.baton.BatonBuilder;
import dev.baton.observe.Event;
import dev.baton.outbox.Alert.Blocked;
import dev.baton.outbox.AlertRule.Measure;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskSpec;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that says when somebody has to look after the outbox, for who has no Prometheus, or does not want to depend on it. It looks
 * every 15 s, by rules that are data; that a payment blocks its participant is told at once, for each of them. What it knows of the store
 * is true of all processes; what it knows of attempts, of this one, and of blocked participants unless it is told where to look for {@link
 * #naming}.
 */
public final class OutboxAlerts implements OutboxListener {

    static final Duration LOOKS_EVERY = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
    private static final int NAMED_MAX = 1_000;

    private final AlertListener listener;
    private final Duration every;
    private final Duration stuckAfter;
    private final Timeline time;
    private final Map<Measure, Watched> watched = new EnumMap<>(Measure.class);
    private final BlockedLanes lanes = new BlockedLanes();
    private @Nullable Gauges gauges;
    private @Nullable Outbox outbox;
    private long ended;
    private long retryable;

    private record Watched(AlertRule rule, AlertState state, Trend trend) {}

    /** By the usual rules. */
    public OutboxAlerts(AlertListener listener) {
        this(AlertRule.usual(), Figures.STUCK_AFTER, listener, Timeline.system());
    }

    /**
     * By these rules, at most one for a measure; what none is about is not looked at.
     *
     * @param stuckAfter when a payment has been under way for too long, as {@link OutboxMetrics} has it
     * @param time the time that passes, for tests
     */
    public OutboxAlerts(List<AlertRule> rules, Duration stuckAfter, AlertListener listener, Timeline time) {
        this(rules, stuckAfter, listener, time, LOOKS_EVERY);
    }

    private OutboxAlerts(
            List<AlertRule> rules, Duration stuckAfter, AlertListener listener, Timeline time, Duration every) {
        this.listener = listener;
        this.every = every;
        this.stuckAfter = stuckAfter;
        this.time = time;
        for (AlertRule rule : rules) {
            watched.put(rule.measure(), new Watched(rule, new AlertState(unheard(rule)), new Trend(rule.window())));
        }
    }

    /** Of most payments that block their participant this process hears by itself, a moment later than it may count them. */
    private AlertRule unheard(AlertRule rule) {
        boolean soon = rule.measure() == Measure.LANE_BLOCKED && rule.hold().compareTo(every) < 0;
        return soon ? new AlertRule(rule.measure(), rule.window(), rule.threshold(), every, rule.clear()) : rule;
    }

    /** The same that looks so often. Default: every 15 s. Say it before anything else. */
    public OutboxAlerts lookingEvery(Duration time) {
        List<AlertRule> rules = watched.values().stream().map(Watched::rule).toList();
        return new OutboxAlerts(rules, stuckAfter, listener, this.time, time);
    }

    /**
     * Has it tell of each payment that waits for people by name, up to 1,000, whichever process has parked it and whether that blocks a
     * participant or not. Otherwise of those that were parked elsewhere it tells that there are some. Several processes may tell the same.
     */
    public synchronized void naming(Outbox all) {
        outbox = all;
    }

    @Override
    public void listensTo(BatonBuilder setup) {
        setup.listener(this).supervise(TaskSpec.of("outbox-alerts", () -> Task.every(every, this::look)));
    }

    @Override
    public synchronized void begin(Gauges all) {
        gauges = all;
    }

    @Override
    public synchronized void on(Event event) {
        Optional<AttemptState> attempt = AttemptState.of(event);
        if (attempt.isPresent() && attempt.get() == AttemptState.RETRYABLE) {
            retryable++;
        }
        if (attempt.isPresent()
                && attempt.get() != AttemptState.DISPATCHING
                && attempt.get() != AttemptState.ZOMBIE_REQUEUE) {
            ended++;
        }
        Watched rule = watched.get(Measure.LANE_BLOCKED);
        if (rule != null
                && event instanceof Event.LaneBlocked blocked
                && blocked.type().equals(Rails.TYPE)) {
            lanes.add(blocked).ifPresent(about -> tell(rule.rule(), true, lanes.size(), Optional.of(about)));
        }
    }

    /** Looks once. */
    synchronized void look() {
        Gauges all = gauges;
        if (all == null) {
            return;
        }
        long now = time.nanos();
        Watched laneRule = watched.get(Measure.LANE_BLOCKED);
        for (Blocked decided : lanes.takeDecided(all)) {
            if (laneRule != null) {
                tell(laneRule.rule(), false, lanes.size(), Optional.of(decided));
            }
        }
        Figures figures = Figures.of(all, stuckAfter);
        if (laneRule != null && figures.parked() > lanes.size()) {
            nameOthers(laneRule.rule());
        }
        for (Watched each : watched.values()) {
            each.trend().add(now, figures.dead(), (double) ended, (double) retryable);
            double value = value(each, figures);
            each.state().next(value, now).ifPresent(firing -> tell(each.rule(), firing, value, Optional.empty()));
        }
    }

    /** A store that cannot be asked is asked at the next look. */
    private void nameOthers(AlertRule rule) {
        if (outbox == null) {
            return;
        }
        List<PaymentStatus> parked;
        try {
            parked = outbox.blocked(NAMED_MAX);
        } catch (RuntimeException unanswered) {
            return;
        }
        for (PaymentStatus each : parked) {
            lanes.add(new Blocked(each.id(), each.participant()))
                    .ifPresent(about -> tell(rule, true, lanes.size(), Optional.of(about)));
        }
    }

    private double value(Watched each, Figures figures) {
        return switch (each.rule().measure()) {
            case OLDEST_PENDING_AGE -> figures.oldestSeconds();
            case DLQ_GROWTH -> each.trend().growth();
            case STUCK_DISPATCHING -> figures.stuck();
            case RETRYABLE_SHARE -> each.trend().retryableShare();
            case LANE_BLOCKED -> figures.parked() - lanes.size();
        };
    }

    private void tell(AlertRule rule, boolean firing, double value, Optional<Blocked> about) {
        var alert = new Alert(rule, firing, value, about);
        String participant = about.map(Blocked::participant).orElse("");
        if (firing) {
            LOG.warn("outbox_alert_firing alert={} value={} participant={}", alert.name(), value, participant);
        } else {
            LOG.info("outbox_alert_cleared alert={} value={} participant={}", alert.name(), value, participant);
        }
        try {
            listener.told(alert);
        } catch (RuntimeException e) {
            LOG.warn("listener_failed listener={}", listener.getClass().getName(), e);
        }
    }
}
