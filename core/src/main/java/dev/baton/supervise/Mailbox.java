package dev.baton.supervise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Everything the deciding thread has yet to hear. A round takes all that waits, results before commands before checks, and
 * each kind in the order it came; what arrives meanwhile waits for the next round, so no kind can starve another.
 */
final class Mailbox {

    /** Something for the deciding thread to do. */
    interface Message {
        void handle();

        /** The whole round was handled and every listener has heard of it. */
        default void handled() {}

        /** The supervisor ended before the message was handled. */
        default void refuse() {}
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private final Map<Turn, Deque<Message>> waiting = new EnumMap<>(Turn.class);
    private boolean closed;

    Mailbox() {
        for (Turn turn : Turn.values()) {
            waiting.put(turn, new ArrayDeque<>());
        }
    }

    /** False if the mailbox is closed; the message was not taken then. */
    boolean post(Turn turn, Message message) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            queue(turn).add(message);
            filled.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is something, and takes all of it. */
    List<Message> takeRound() {
        lock.lock();
        try {
            while (isEmpty()) {
                filled.awaitUninterruptibly();
            }
            return takeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no message from now on, and refuses the ones that wait. */
    void close() {
        List<Message> refused;
        lock.lock();
        try {
            closed = true;
            refused = takeAll();
        } finally {
            lock.unlock();
        }
        refused.forEach(Message::refuse);
    }

    private List<Message> takeAll() {
        var round = new ArrayList<Message>();
        for (Turn turn : Turn.values()) {
            Deque<Message> queue = queue(turn);
            round.addAll(queue);
            queue.clear();
        }
        return round;
    }

    private boolean isEmpty() {
        return waiting.values().stream().allMatch(Deque::isEmpty);
    }

    @SuppressWarnings("NullAway") // the constructor put a queue there for every turn
    private Deque<Message> queue(Turn turn) {
        return waiting.get(turn);
    }
}
