package dev.baton.outbox;

import dev.baton.job.BatonException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * When an outbox needs somebody. The alert fires when what is measured has been above the threshold for as long as is held, and is over
 * when it is no longer above the mark to clear at; between the two it stays as it is. {@code docs/operations.md} says what to do then.
 *
 * @param measure what is looked at
 * @param window how far back is looked, where change is measured; otherwise of no meaning
 * @param threshold above which something is wrong
 * @param hold for how long
 * @param clear at or below which it is over; at most the threshold
 */
public record AlertRule(Measure measure, Duration window, double threshold, Duration hold, double clear) {

    /** What is looked at. */
    public enum Measure {
        /** For how many seconds the oldest payment that waits has done so. */
        OLDEST_PENDING_AGE("OutboxOldestPendingAge", "A payment has been waiting for too long."),
        /** By how many the payments that failed for good have become more. */
        DLQ_GROWTH("OutboxDlqGrowth", "Many payments fail for good."),
        /** How many payments have been under way for longer than an attempt may take. */
        STUCK_DISPATCHING("OutboxStuckDispatching", "Payments are under way for longer than they may be."),
        /** Which part of the attempts that ended, from 0 to 1, is to be repeated. */
        RETRYABLE_SHARE("OutboxRetryableRate", "Too many attempts to send payments have to be repeated."),
        /** How many payments, failed or held, wait for people, each in the way of its participant's next ones if these are ordered. */
        LANE_BLOCKED(
                "OutboxLaneBlocked",
                "A payment waits for people to decide, and blocks its participant if that is ordered.");

        private final String alert;
        private final String summary;

        Measure(String alert, String summary) {
            this.alert = alert;
            this.summary = summary;
        }

        /** What the alert is called. */
        public String alert() {
            return alert;
        }

        /** What it says. */
        public String summary() {
            return summary;
        }

        /** The same in the language of Prometheus, of all processes together: gauges are the same in each, counters are not. */
        String query(Duration window) {
            return switch (this) {
                case OLDEST_PENDING_AGE -> "max(oldest_pending_age_seconds)";
                case DLQ_GROWTH -> "max(dlq_depth - min_over_time(dlq_depth[%s]))".formatted(seconds(window));
                case STUCK_DISPATCHING -> "max(stuck_dispatching_count)";
                case RETRYABLE_SHARE ->
                    "sum(rate(attempts_total{state=\"RETRYABLE\"}[%1$s])) / sum(rate(attempts_total{state=~\"DISPATCHED|RETRYABLE|FAILED\"}[%1$s]))"
                            .formatted(seconds(window));
                case LANE_BLOCKED -> "max(outbox_parked_depth)";
            };
        }
    }

    private static final List<AlertRule> USUAL = List.of(
            new AlertRule(Measure.OLDEST_PENDING_AGE, Duration.ZERO, 300, Duration.ofMinutes(1), 120),
            new AlertRule(Measure.DLQ_GROWTH, Duration.ofMinutes(15), 5, Duration.ofMinutes(1), 0),
            new AlertRule(Measure.STUCK_DISPATCHING, Duration.ZERO, 0, Duration.ofMinutes(1), 0),
            new AlertRule(Measure.RETRYABLE_SHARE, Duration.ofMinutes(5), 0.5, Duration.ofMinutes(5), 0.2),
            new AlertRule(Measure.LANE_BLOCKED, Duration.ZERO, 0, Duration.ZERO, 0));

    /** A rule that can be. */
    public AlertRule {
        boolean possible = threshold >= 0 && clear >= 0 && clear <= threshold;
        boolean changes = measure == Measure.DLQ_GROWTH || measure == Measure.RETRYABLE_SHARE;
        if (!possible || hold.isNegative() || window.isNegative() || (changes && window.isZero())) {
            throw new BatonException(
                    "OUT_OF_RANGE",
                    "A rule clears at its threshold or below, and what changes is looked at over a time; got " + measure
                            + " above " + threshold + " for " + hold + ", until " + clear + ", over " + window + ".");
        }
    }

    /** One for each measure, to begin with. */
    public static List<AlertRule> usual() {
        return USUAL;
    }

    /** When Prometheus is to think so: also while the alert fires, and it has not cleared. */
    String expression() {
        String query = measure.query(window);
        String above = query + " > " + number(threshold);
        return clear == threshold
                ? above
                : above + " or (" + query + " > " + number(clear) + " and on() ALERTS{alertname=\"" + measure.alert()
                        + "\",alertstate=\"firing\"} == 1)";
    }

    static String seconds(Duration duration) {
        return duration.toSeconds() + "s";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.format(Locale.ROOT, "%s", value);
    }
}
