package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Cursor;
import dev.baton.store.Finished;
import dev.baton.store.Inserted;
import dev.baton.store.NodeId;
import dev.baton.store.Recovered;
import dev.baton.store.Switch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One walk on two sides. After each step both have given the same answer and what must always hold does; whether both keep the same
 * is asked for. What was asked and refused has changed nothing.
 */
final class Walk {

    private final Model model;
    private final Side real;
    private final WalkClock clock;
    private final Coverage coverage;
    private final Fences fences = new Fences();
    private final Invariants invariants = new Invariants();
    private final Set<NodeId> nodes = new LinkedHashSet<>();
    private Dump before = Dump.EMPTY;
    private Dump last = Dump.EMPTY;

    Walk(Model model, Side real, WalkClock clock, Coverage coverage) {
        this.model = model;
        this.real = real;
        this.clock = clock;
        this.coverage = coverage;
    }

    /** How the model stands. */
    Dump model() {
        return last;
    }

    Instant now() {
        return clock.instant();
    }

    /** Steps that are to be taken at the same moment, with what is known by now. */
    Acting acting() {
        return new Acting(fences, now(), real.lostClaimsDoomTransactions());
    }

    void take(Step step) {
        Object answer = takeOnModel(step);
        Object theirs;
        try {
            theirs = acting().on(real, step);
        } catch (RuntimeException | Error e) {
            throw new AssertionError("not a refusal but a failure, where the model answers " + answer, e);
        }
        boolean same = real.compared(step, answer).equals(real.compared(step, theirs));
        require(same, () -> "the answer is " + theirs + "\n   and that of the model " + answer);
    }

    /** For the model alone: its answer, which keeps to the table of moves and to what must always hold. */
    Object takeOnModel(Step step) {
        if (step instanceof Step.Advance advance) {
            clock.advance(advance.by());
        } else if (step instanceof Step.Join join) {
            nodes.add(join.node());
        }
        Object answer = acting().on(model, step);
        if (answer instanceof Claimed claimed) {
            fences.add(claimed);
        } else if (answer instanceof Optional<?> taken && taken.orElse(null) instanceof Cursor cursor) {
            fences.add(cursor);
        }
        before = last;
        last = Dump.of(model.store(), nodes, now());
        require(coverage.after(before, step, answer));
        require(invariants.after(before, answer, last));
        if (isNothing(step, answer) && !maySetAside(answer)) {
            require(last.differsFrom(before)
                    .map(text -> List.of("nothing was done, and yet " + text))
                    .orElse(List.of()));
        }
        return answer;
    }

    /** A claim sets aside what is only numbered by a lane that is off. */
    private boolean maySetAside(Object answer) {
        return answer instanceof Claimed
                && last.rest().switches().stream().anyMatch(each -> each.kind() == Switch.Kind.LANE);
    }

    /** Was it refused, or found nothing to do? */
    private static boolean isNothing(Step step, Object answer) {
        boolean refused = answer instanceof Refused;
        boolean asked = step instanceof Step.Rehearse || step instanceof Step.Look || step instanceof Step.Count;
        boolean rolledBack = step instanceof Step.InTransaction within && !within.commit();
        boolean empty = (answer instanceof Claimed claimed && claimed.claims().isEmpty())
                || (answer instanceof Recovered recovered && recovered.moved().isEmpty())
                || (answer instanceof Integer pruned && pruned == 0)
                || answer.equals(Optional.empty());
        boolean noneOfThem = answer instanceof List<?> all
                && !(step instanceof Step.MoveCursor)
                && all.stream().allMatch(Walk::isNothing);
        return refused || asked || rolledBack || empty || noneOfThem;
    }

    private static boolean isNothing(Object answer) {
        return answer instanceof Refused
                || Boolean.FALSE.equals(answer)
                || (answer instanceof CommandResult result && !(result instanceof CommandResult.Applied))
                || (answer instanceof Inserted inserted && inserted.answer() == Inserted.Answer.EXISTING)
                || (answer instanceof List<?> part && part.stream().allMatch(Walk::isNothing))
                || (answer instanceof Finished finished
                        && (finished.answer() == Finished.Answer.FENCED
                                || finished.answer() == Finished.Answer.ALREADY_RECORDED));
    }

    /** What the store under test keeps is as on the model. */
    void compareContents() {
        compare(Dump.contents(real.store(), nodes, now()));
    }

    /** Not only what the store under test keeps is as on the model, but all that it can be asked. */
    void compareAll() {
        compare(Dump.of(real.store(), nodes, now()));
    }

    private void compare(Dump theirs) {
        Optional<String> difference = theirs.differsFrom(last);
        require(difference.isEmpty(), () -> "it has " + difference.orElse("") + " on the model");
    }

    // For steps that are taken at once.

    /** All that can be read of this side, with the nodes of these steps, too. */
    Dump dump(Side side, List<Step> atOnce) {
        for (Step step : atOnce) {
            if (step instanceof Step.Join join) {
                nodes.add(join.node());
            }
        }
        return Dump.of(side.store(), nodes, now());
    }

    Dump dumpOfModel(List<Step> atOnce) {
        return dump(model, atOnce);
    }

    /** What must always hold and does not after these steps at once, whatever they came to. The model does not know of them. */
    List<String> violatedAfter(List<Step> atOnce, List<Object> answers) {
        var violations = new ArrayList<>(invariants.after(last, answers, dump(real, atOnce)));
        List<JobId> claimed = answers.stream()
                .filter(Claimed.class::isInstance)
                .flatMap(answer -> ((Claimed) answer).claims().stream())
                .map(Claim::id)
                .toList();
        if (Set.copyOf(claimed).size() < claimed.size()) {
            violations.add("a job is given to one: " + claimed);
        }
        return violations;
    }

    Object onModel(Acting acting, Step step) {
        return acting.on(model, step);
    }

    private static void require(boolean holds, Supplier<String> violation) {
        if (!holds) {
            throw new AssertionError(violation.get());
        }
    }

    private static void require(List<String> violations) {
        require(violations.isEmpty(), () -> String.join("\n", violations));
    }
}
