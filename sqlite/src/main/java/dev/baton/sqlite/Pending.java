package dev.baton.sqlite;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** An operation that waits to be written, and its caller for an answer. */
final class Pending<T> {

    private final Operation<T> operation;
    private final boolean last;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable T result;
    private @Nullable RuntimeException refusal;
    private boolean seen;

    /** One that runs after all others of its transaction, or before. */
    Pending(Operation<T> operation, boolean last) {
        this.operation = operation;
        this.last = last;
    }

    boolean isLast() {
        return last;
    }

    void run() throws SQLException {
        result = operation.run();
        refusal = null;
    }

    /** Whatever becomes of the others, of this one nothing is done. */
    void refuse(RuntimeException why) {
        refusal = why;
    }

    /** A claim that came after it in the same transaction has seen what it did. */
    void seen(boolean bySomebody) {
        seen = bySomebody;
    }

    boolean isSeen() {
        return seen;
    }

    /** Its transaction is committed, or this is why nobody can say so. */
    void end(@Nullable RuntimeException failure) {
        RuntimeException why = refusal == null ? failure : refusal;
        if (why == null) {
            answer.complete(result);
        } else {
            answer.completeExceptionally(why);
        }
    }

    T await() {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
