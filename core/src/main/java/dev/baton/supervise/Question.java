package dev.baton.supervise;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A command on its way to the deciding thread, and its answer on the way back. */
final class Question<T> implements Mailbox.Message {

    private final Supplier<T> decision;
    private final Supplier<SupervisorException> refusal;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private @Nullable Runnable reply;

    /** The refusal is what the asker is told if the supervisor ends first. */
    Question(Supplier<T> decision, Supplier<SupervisorException> refusal) {
        this.decision = decision;
        this.refusal = refusal;
    }

    @Override
    public void handle() {
        try {
            T decided = decision.get();
            reply = () -> answer.complete(decided);
        } catch (SupervisorEndedException tooLate) {
            reply = () -> answer.completeExceptionally(tooLate);
        }
    }

    /** Gives the answer away. Apart from {@link #handle}, so that the asker can see what the decision changed. */
    @Override
    public void handled() {
        if (reply != null) {
            reply.run();
        }
    }

    /** Of no effect once answered. */
    @Override
    public void refuse() {
        answer.completeExceptionally(refusal.get());
    }

    /** Waits for the answer; an interrupt does not hurry it, as the command is under way. */
    T await() {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof SupervisorException refusal ? refusal : e;
        }
    }
}
