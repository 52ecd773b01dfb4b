package dev.baton.outbox.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** An answer's body, as long as it is not too long: then it is given up in the middle. */
final class BoundedBody implements BodySubscriber<byte[]> {

    private final int most;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
        subscription = begun;
        begun.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            if (read.size() + piece.remaining() > most) {
                if (subscription != null) {
                    subscription.cancel();
                }
                whole.completeExceptionally(new IOException("The answer is longer than " + most + " bytes"));
                return;
            }
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            read.write(bytes, 0, bytes.length);
        }
    }

    @Override
    public void onError(Throwable failed) {
        whole.completeExceptionally(failed);
    }

    @Override
    public void onComplete() {
        whole.complete(read.toByteArray());
    }
}
