package dev.baton.server.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an answer, read as it comes, up to a length. */
final class CappedBody implements BodySubscriber<byte[]> {

    private final int most;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription coming;

    /** There was more than is read. */
    static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1L;

        TooLargeException(int most) {
            super("more than " + most + " bytes");
        }
    }

    CappedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        coming = subscription;
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> some) {
        for (ByteBuffer each : some) {
            var bytes = new byte[each.remaining()];
            each.get(bytes);
            if (bytes.length > most - read.size()) {
                if (coming != null) {
                    coming.cancel();
                }
                body.completeExceptionally(new TooLargeException(most));
                return;
            }
            read.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable broken) {
        body.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
        body.complete(read.toByteArray());
    }
}
