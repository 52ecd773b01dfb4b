package dev.baton.testkit.store;

import dev.baton.store.CommandResult;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobStore;
import dev.baton.store.OperatorCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;

/** Asks for something as engines and people do: what is in somebody's hand is asked for again. If it stays there the test fails. */
public final class Asking {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(1);

    private Asking() {}

    /** What became of each end. */
    public static List<Finished> finish(JobStore store, List<Finish> finishes, Instant now) {
        return again(finishes, some -> store.finish(some, now), answer -> answer.answer() == Finished.Answer.IN_HAND);
    }

    /** What came of each command. */
    public static List<CommandResult> command(JobStore store, List<OperatorCommand> commands, Instant now) {
        return again(commands, some -> store.command(some, now), CommandResult.InHand.class::isInstance);
    }

    private static <Q, A> List<A> again(List<Q> asked, Function<List<Q>, List<A>> ask, Predicate<A> inHand) {
        var answers = new ArrayList<>(ask.apply(asked));
        long deadline = System.nanoTime() + LONG.toNanos();
        for (int i = 0; i < answers.size(); i++) {
            while (inHand.test(answers.get(i))) {
                if (System.nanoTime() - deadline > 0) {
                    throw new AssertionError("in somebody's hand for long: " + asked.get(i));
                }
                LockSupport.parkNanos(PAUSE.toNanos());
                answers.set(i, ask.apply(List.of(asked.get(i))).get(0));
            }
        }
        return answers;
    }
}
