package dev.baton.examples.liquidity;

import dev.baton.Baton;
import dev.baton.examples.liquidity.onchain.Orderbook;
import dev.baton.examples.liquidity.tasks.InventoryPoller;
import dev.baton.examples.liquidity.tasks.OrderPoller;
import dev.baton.examples.liquidity.tasks.PositionChecker;
import dev.baton.examples.liquidity.tasks.Rebalancer;
import dev.baton.examples.liquidity.trading.Services;
import dev.baton.supervise.Task;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tasks of a process, but for the receivers: some run on every node, and some on one at a time. Immutable. */
final class SupervisedTasks {

    private static final Logger LOG = LoggerFactory.getLogger(SupervisedTasks.class);

    private final List<Named> all;

    private record Named(String name, Where where, Supplier<Task> factory) {}

    private enum Where {
        EVERY_NODE,
        ONE_NODE
    }

    private SupervisedTasks(List<Named> all) {
        this.all = all;
    }

    /** Builds them; what is begun here and only waited for is begun with these threads. */
    static SupervisedTasks build(Settings settings, Orderbook orderbook, Services services, ExecutorService once)
            throws Exception {
        Settings.Pace pace = settings.pace();
        var tasks = new ArrayList<Named>();

        // One node at a time: each asks the broker, who counts how often.
        var orders = new OrderPoller(services.orders(), pace.spacing());
        tasks.add(new Named("order-poller", Where.ONE_NODE, () -> Task.every(pace.orderPoller(), orders::poll)));
        try {
            String owner = orderbook.ownerOf(settings.wallet());
            var inventory = new InventoryPoller(owner, orderbook, services.broker(), services.inventory());
            tasks.add(new Named(
                    "inventory-poller", Where.ONE_NODE, () -> Task.every(pace.inventoryPoller(), inventory::poll)));
        } catch (IOException e) {
            LOG.warn("The owner of {} cannot be found: there is no inventory poller", settings.wallet(), e);
        }

        // Every node: it looks into our own tables, and of two that find the same position one makes an order.
        var positions = new PositionChecker(services.positions(), services.orders());
        tasks.add(new Named(
                "position-checker", Where.EVERY_NODE, () -> Task.every(pace.positionChecker(), positions::check)));

        // Every node, once: begun here, and only waited for. A task that is registered so is the same in all its runs.
        services.broker().maintenance().ifPresent(maintenance -> {
            Task begun = Task.of(once.submit(maintenance));
            tasks.add(new Named("executor-maintenance", Where.EVERY_NODE, () -> begun));
        });
        if (!settings.opening().isEmpty()) {
            Task begun = Task.of(once.submit(new Rebalancer(services.broker(), settings.opening())));
            tasks.add(new Named("rebalancer", Where.EVERY_NODE, () -> begun));
        }
        return new SupervisedTasks(List.copyOf(tasks));
    }

    /** Has all of them kept alive from now on. */
    void start(Baton baton) {
        for (Named task : all) {
            switch (task.where()) {
                case ONE_NODE ->
                    baton.addSingleton(task.name(), fence -> task.factory().get());
                case EVERY_NODE -> baton.tasks().add(task.name(), task.factory());
            }
        }
    }
}
