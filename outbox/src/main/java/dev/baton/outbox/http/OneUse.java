package dev.baton.outbox.http;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The body of a request that leaves at most once, whatever the client was told about retries, and knows whether anything of the request
 * can have left: the head of a request says how long its body is, so there is no head before somebody has asked for that. Safe for use by
 * several threads.
 */
final class OneUse implements BodyPublisher {

    private enum State {
        /** Nobody has asked how long it is. */
        FRESH,
        /** The head may have left. */
        BEGUN,
        /** The body may have left, too. */
        LEFT,
        /** Given up before anybody asked, and not to be had any more. */
        CLOSED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.FRESH);
    private final BodyPublisher body;

    OneUse(byte[] body) {
        this.body = BodyPublishers.ofByteArray(body);
    }

    /** Gives the request up if that is still possible; true if nothing of it has left, and nothing ever will. */
    boolean close() {
        return state.compareAndSet(State.FRESH, State.CLOSED) || state.get() == State.CLOSED;
    }

    @Override
    public long contentLength() {
        State before = state.getAndUpdate(now -> now == State.FRESH ? State.BEGUN : now);
        if (before == State.CLOSED || before == State.LEFT) {
            throw new IllegalStateException("A payment's request leaves once");
        }
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        if (state.compareAndSet(State.BEGUN, State.LEFT)) {
            body.subscribe(subscriber);
        } else {
            subscriber.onSubscribe(new Nothing());
            subscriber.onError(new IllegalStateException("A payment's request leaves once"));
        }
    }

    private static final class Nothing implements Flow.Subscription {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    }
}
