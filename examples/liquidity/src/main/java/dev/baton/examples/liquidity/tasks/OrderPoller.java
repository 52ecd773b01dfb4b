package dev.baton.examples.liquidity.tasks;

import dev.baton.examples.liquidity.trading.Order;
import dev.baton.examples.liquidity.trading.Orders;
import dev.baton.supervise.TaskRun;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Asks the broker about every submitted order, one after another, with a random pause in between. */
public final class OrderPoller {

    private final Orders orders;
    private final Duration spacing;

    /** Pauses for so long at most. */
    public OrderPoller(Orders orders, Duration spacing) {
        this.orders = orders;
        this.spacing = spacing;
    }

    /** One round. */
    public void poll(TaskRun run) throws Exception {
        List<Order> submitted = orders.submitted();
        for (int i = 0; i < submitted.size(); i++) {
            if (i > 0) {
                run.sleep(Duration.ofMillis(ThreadLocalRandom.current().nextLong(spacing.toMillis() + 1)));
            }
            orders.poll(submitted.get(i));
        }
    }
}
