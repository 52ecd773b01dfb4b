package dev.baton.outbox;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The far end of a rail: what arrived there, in order, and what it answers, which a test may change for the next calls. */
final class Book {

    /** Something that arrived. */
    record Entry(Dispatch dispatch, Instant at) {
        String reference() {
            return dispatch.reference();
        }
    }

    /** What a call does. */
    interface Call {
        Reply answer(Dispatch dispatch) throws Exception;
    }

    /** What a lookup does. */
    interface Look {
        Found answer(Dispatch dispatch) throws Exception;
    }

    private final InstantSource clock;
    private final List<Entry> arrived = new CopyOnWriteArrayList<>();
    private final Map<String, Reply> accepted = new ConcurrentHashMap<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger lookups = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch open = new CountDownLatch(1);

    Book(InstantSource clock) {
        this.clock = clock;
    }

    Reply send(Dispatch dispatch) throws Exception {
        arrived.add(new Entry(dispatch, clock.instant()));
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            Call call = calls.poll();
            return call == null ? accept(dispatch) : call.answer(dispatch);
        } finally {
            inside.decrementAndGet();
        }
    }

    Found find(Dispatch dispatch) throws Exception {
        lookups.incrementAndGet();
        Look look = looks.poll();
        if (look != null) {
            return look.answer(dispatch);
        }
        Reply reply = accepted.get(dispatch.reference());
        return reply == null ? Found.neverSeen() : Found.seen(reply);
    }

    /** Takes the payment. */
    Reply accept(Dispatch dispatch) {
        Reply reply = Reply.of("OK").as("bank-" + dispatch.sequence()).about(dispatch.reference());
        accepted.put(dispatch.reference(), reply);
        return reply;
    }

    /** Stays until the test is over, or it is interrupted. */
    Reply hang(Dispatch dispatch) throws InterruptedException {
        open.await();
        return accept(dispatch);
    }

    /** Stays until the test is over, whoever interrupts it. */
    Reply ignoreInterrupts(Dispatch dispatch) {
        while (open.getCount() > 0) {
            try {
                open.await();
            } catch (InterruptedException ignored) {
                // it stays
            }
        }
        return accept(dispatch);
    }

    /** The next call does this. */
    void next(Call call) {
        calls.add(call);
    }

    /** The next call answers this, and takes nothing. */
    void next(String code) {
        calls.add(dispatch -> Reply.of(code).saying("because"));
    }

    /** The next lookup does this. */
    void nextLook(Look look) {
        looks.add(look);
    }

    void awaitLetGo() throws InterruptedException {
        open.await();
    }

    void letGo() {
        open.countDown();
    }

    List<Entry> arrived() {
        return List.copyOf(arrived);
    }

    List<Long> sequences() {
        return arrived.stream().map(entry -> entry.dispatch().sequence()).toList();
    }

    int lookups() {
        return lookups.get();
    }

    int mostAtOnce() {
        return most.get();
    }

    int inside() {
        return inside.get();
    }
}
