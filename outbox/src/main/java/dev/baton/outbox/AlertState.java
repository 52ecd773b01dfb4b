package dev.baton.outbox;

import java.util.Optional;

/** Where one alert stands. It knows nothing but what it is told, and when. For one thread at a time. */
final class AlertState {

    private final AlertRule rule;
    private boolean above;
    private long since;
    private boolean firing;

    AlertState(AlertRule rule) {
        this.rule = rule;
    }

    boolean isFiring() {
        return firing;
    }

    /** What is measured now; not a number if nobody knows, which changes nothing. Answers whether it fires, if that is new. */
    Optional<Boolean> next(double value, long nanos) {
        if (Double.isNaN(value)) {
            return Optional.empty();
        }
        boolean wasAbove = above;
        above = value > rule.threshold();
        since = above && !wasAbove ? nanos : since;
        boolean was = firing;
        firing = was
                ? value > rule.clear()
                : above && nanos - since >= rule.hold().toNanos();
        return firing == was ? Optional.empty() : Optional.of(firing);
    }
}
