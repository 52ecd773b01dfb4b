package dev.baton.server.client;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/** What is sent with a request, and whether any of it can have left: nothing is done by a request whose body stayed here. */
final class Leaving implements BodyPublisher {

    private final BodyPublisher body;
    private volatile boolean begun;

    Leaving(String json) {
        body = BodyPublishers.ofString(json);
    }

    boolean hasBegun() {
        return begun;
    }

    @Override
    public long contentLength() {
        return body.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        begun = true;
        body.subscribe(subscriber);
    }
}
