package dev.baton.examples.liquidity.tasks;

import dev.baton.examples.liquidity.onchain.Orderbook;
import dev.baton.examples.liquidity.trading.Broker;
import dev.baton.examples.liquidity.trading.Inventory;

/** Writes down what we have, on the chain and at the broker. */
public final class InventoryPoller {

    private final String owner;
    private final Orderbook orderbook;
    private final Broker broker;
    private final Inventory inventory;

    /** Of the address that is ours. */
    public InventoryPoller(String owner, Orderbook orderbook, Broker broker, Inventory inventory) {
        this.owner = owner;
        this.orderbook = orderbook;
        this.broker = broker;
        this.inventory = inventory;
    }

    /** One round. */
    public void poll() throws Exception {
        inventory.put("chain", orderbook.inventory(owner));
        inventory.put("broker", broker.holdings());
    }
}
