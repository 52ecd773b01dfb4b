package dev.baton.testkit.store;

import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Ends attempts as an engine does: what is in somebody's hand is asked for again. */
public final class Asking {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(1);

    private Asking() {}

    /** What became of each in the end. One that stays in somebody's hand fails the test. */
    public static List<Finished> untilAnswered(JobStore store, List<Finish> finishes, Instant now) {
        var answers = new ArrayList<>(store.finish(finishes, now));
        long deadline = System.nanoTime() + LONG.toNanos();
        for (int i = 0; i < answers.size(); i++) {
            while (answers.get(i).answer() == Finished.Answer.IN_HAND) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("in somebody's hand for long: " + finishes.get(i));
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                answers.set(i, store.finish(List.of(finishes.get(i)), now).get(0));
            }
        }
        return answers;
    }
}
