package dev.baton.examples.chain;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Who stands at the chain's door in tests: remembers every question, and does what a test wants done when one comes. */
public final class Door implements ChainServer.Doorkeeper {

    private final List<String> questions = new CopyOnWriteArrayList<>();
    private final Map<String, ChainServer.Doorkeeper> orders = new ConcurrentHashMap<>();
    private volatile CountDownLatch forgotten = new CountDownLatch(1);

    @Override
    public void admit(String question) throws Exception {
        questions.add(question);
        for (Map.Entry<String, ChainServer.Doorkeeper> order : orders.entrySet()) {
            if (question.startsWith(order.getKey())) {
                order.getValue().admit(question);
            }
        }
    }

    /** Does this at every question that begins so. */
    public void when(String beginning, ChainServer.Doorkeeper order) {
        orders.put(beginning, order);
    }

    /** Cuts the connection of everybody who asks this. */
    public void refuse(String beginning) {
        when(beginning, question -> {
            throw new IOException("refused");
        });
    }

    /** Has whoever asks this wait until this is forgotten. */
    public void hold(String beginning) {
        when(beginning, question -> forgotten.await());
    }

    /** Does nothing special any more, and lets those in who were held. */
    public void forget() {
        orders.clear();
        forgotten.countDown();
        forgotten = new CountDownLatch(1);
    }

    /** All that was asked, in order. */
    public List<String> questions() {
        return List.copyOf(questions);
    }

    /** Was anything asked that begins so? */
    public boolean wasAsked(String beginning) {
        return questions.stream().anyMatch(question -> question.startsWith(beginning));
    }

    /** Nothing was asked so far. */
    public void clear() {
        questions.clear();
    }
}
