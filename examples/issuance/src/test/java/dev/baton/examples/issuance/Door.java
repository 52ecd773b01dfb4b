package dev.baton.examples.issuance;

import dev.baton.examples.issuance.chain.SimulatedChain.Doorkeeper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** Who stands at the chain's door in tests: remembers every question, and does what a test wants done when one comes. */
final class Door implements Doorkeeper {

    private final List<String> questions = new CopyOnWriteArrayList<>();
    private final Map<String, Doorkeeper> orders = new ConcurrentHashMap<>();
    private volatile CountDownLatch forgotten = new CountDownLatch(1);

    @Override
    public void admit(String question) throws Exception {
        questions.add(question);
        for (Map.Entry<String, Doorkeeper> order : orders.entrySet()) {
            if (question.startsWith(order.getKey())) {
                order.getValue().admit(question);
            }
        }
    }

    /** Does this at every question that begins so. */
    void when(String beginning, Doorkeeper order) {
        orders.put(beginning, order);
    }

    /** Cuts the connection of everybody who asks this. */
    void refuse(String beginning) {
        when(beginning, question -> {
            throw new IOException("refused");
        });
    }

    /** Has whoever asks this wait until this is forgotten. */
    void hold(String beginning) {
        when(beginning, question -> forgotten.await());
    }

    /** Does nothing special any more, and lets those in who were held. */
    void forget() {
        orders.clear();
        forgotten.countDown();
        forgotten = new CountDownLatch(1);
    }

    List<String> questions() {
        return List.copyOf(questions);
    }

    boolean wasAsked(String beginning) {
        return questions.stream().anyMatch(question -> question.startsWith(beginning));
    }

    void clear() {
        questions.clear();
    }
}
