package dev.baton.testkit.store.walk;

import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Switch;
import dev.baton.testkit.store.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Random walks on a store, one after another, each from empty. One seed is one walk. Not for several threads. */
final class RandomWalk implements AutoCloseable {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final int STEPS_LEAST = 10;
    private static final int STEPS_MOST = 28;
    private static final List<Integer> ALL_EVERY = List.of(6, 12, NEVER, NEVER);

    private final WalkedStore walked;
    private final WalkClock clock;
    private final boolean oneEngine;
    private final Coverage coverage = new Coverage();

    RandomWalk(WalkedStore walked, WalkClock clock, boolean oneEngine) {
        this.walked = walked;
        this.clock = clock;
        this.oneEngine = oneEngine;
    }

    /** Where the walks came so far. */
    Coverage coverage() {
        return coverage;
    }

    /** Takes the walk of this seed; if it fails, it is told by the shortest one that still does. */
    void run(long seed) {
        var dice = new Dice(seed);
        int length = dice.from(STEPS_LEAST, STEPS_MOST);
        int allEvery = dice.any(ALL_EVERY);
        var next = new NextStep(seed);
        Walk walk = begin(coverage);
        var steps = new ArrayList<Step>();
        try {
            for (int i = 1; i <= length; i++) {
                steps.add(next.next(walk.model(), walk.now()));
                walk.take(steps.get(i - 1));
                if (i % allEvery == 0) {
                    walk.compareAll();
                } else if (i % walked.comparedEvery() == 0) {
                    walk.compareContents();
                }
            }
            walk.compareAll();
            walked.requireQuiet();
        } catch (AssertionError e) {
            throw told(seed, steps, e);
        }
    }

    /** Takes the walk of this seed on the model alone. Answers whether it came to a cell to which none before it came. */
    boolean isFirstSomewhere(long seed) {
        long cells = coverage.cells();
        int length = new Dice(seed).from(STEPS_LEAST, STEPS_MOST);
        var next = new NextStep(seed);
        Walk walk = onModel(coverage);
        for (int i = 0; i < length; i++) {
            walk.takeOnModel(next.next(walk.model(), walk.now()));
        }
        return coverage.cells() > cells;
    }

    /** Takes some steps of this seed, and the next two or three at once. Answers whether they came in another order. */
    boolean race(long seed) throws Exception {
        var dice = new Dice(seed);
        int length = dice.from(STEPS_LEAST / 2, STEPS_LEAST);
        int atOnce = dice.from(2, 3);
        var next = new NextStep(seed);
        Walk walk = begin(coverage);
        var steps = new ArrayList<Step>();
        for (int i = 0; i < length; i++) {
            steps.add(next.next(walk.model(), walk.now()));
            walk.take(steps.get(i));
            walk.compareContents();
        }
        var racing = new ArrayList<Step>();
        while (racing.size() < atOnce) {
            Step step = next.next(walk.model(), walk.now());
            boolean stopsAll = step instanceof Step.Advance || step instanceof Step.Reopen;
            if (!stopsAll && walked.isRaced(step)) {
                racing.add(step);
            }
        }
        try {
            return new Race(Side.of(walked), clock, oneEngine).run(walk, steps, racing) > 0;
        } catch (AssertionError e) {
            throw new AssertionError("the race of seed " + seed + ": " + e.getMessage(), e);
        }
    }

    /**
     * The same, and the last of those that are taken at once passes over what others have in hand. What they come to is no order's; what
     * must always hold does.
     */
    void raceFreely(long seed) throws Exception {
        var dice = new Dice(seed);
        int length = dice.from(STEPS_LEAST / 2, STEPS_LEAST);
        int atOnce = dice.from(2, 3);
        var next = new NextStep(seed);
        Walk walk = begin(coverage);
        for (int i = 0; i < length; i++) {
            walk.take(next.next(walk.model(), walk.now()));
        }
        var racing = new ArrayList<Step>();
        while (racing.size() < atOnce) {
            Step step = next.next(walk.model(), walk.now());
            boolean stopsAll = step instanceof Step.Advance || step instanceof Step.Reopen;
            boolean isLast = racing.size() == atOnce - 1;
            boolean showsWhatIsNot = addsAgain(step, walk.model()) || turnsLaneOff(step);
            if (!stopsAll && !(isLast && walked.isRaced(step)) && !showsWhatIsNot) {
                racing.add(step);
            }
        }
        Acting acting = walk.acting();
        Side real = Side.of(walked);
        List<Object> answers = AtOnce.run(racing.stream()
                .map(step -> (Callable<Object>) () -> acting.on(real, step))
                .toList());
        try {
            walked.requireQuiet();
            List<String> violations = walk.violatedAfter(racing, answers);
            if (!violations.isEmpty()) {
                throw new AssertionError(String.join("\n", violations));
            }
        } catch (AssertionError e) {
            throw new AssertionError(
                    "the free race of seed " + seed + ": "
                            + racing.stream().map(Source::of).toList() + " came to " + answers + ": " + e.getMessage(),
                    e);
        }
    }

    /** Who is added to the lane at that moment may be shown as ready, though no claim takes it. */
    private static boolean turnsLaneOff(Step step) {
        return step instanceof Step.Command command
                && command.commands().stream()
                        .anyMatch(each -> each instanceof OperatorCommand.TurnOff off
                                && off.which().kind() == Switch.Kind.LANE);
    }

    /** Would it add a job under the id of one that is there? If that one is removed at the same moment, it is another job. */
    private static boolean addsAgain(Step step, Dump model) {
        List<NewJob> jobs = List.of();
        if (step instanceof Step.Insert insert) {
            jobs = insert.jobs();
        } else if (step instanceof Step.MoveCursor move) {
            jobs = move.jobs();
        } else if (step instanceof Step.InTransaction within) {
            return within.parts().stream().anyMatch(part -> addsAgain(part, model));
        }
        return jobs.stream().anyMatch(job -> model.jobs().containsKey(job.id()));
    }

    /** Takes these steps, with a full look after each. */
    void replay(List<Step> steps) {
        Walk walk = begin(new Coverage());
        for (int i = 0; i < steps.size(); i++) {
            try {
                walk.take(steps.get(i));
                walk.compareAll();
            } catch (AssertionError e) {
                throw new AssertionError(
                        "after step " + (i + 1) + " of " + steps.size() + ", " + Source.of(steps.get(i)) + ": "
                                + e.getMessage(),
                        e);
            }
        }
    }

    private Walk begin(Coverage counted) {
        walked.empty();
        return onModel(counted);
    }

    private Walk onModel(Coverage counted) {
        clock.restart();
        return new Walk(new Model(clock, oneEngine), Side.of(walked), clock, counted);
    }

    private AssertionError told(long seed, List<Step> steps, AssertionError first) {
        Predicate<List<Step>> fails = fewer -> failure(fewer) != null;
        List<Step> shortest = Shrinking.simplest(Shrinking.shortest(steps, fails), Simpler::than, fails);
        AssertionError failure = failure(shortest);
        if (failure == null) {
            return new AssertionError("the walk of seed " + seed + " fails, and not again when it is replayed", first);
        }
        return new AssertionError(
                "the walk of seed " + seed + " fails; the shortest that does has " + shortest.size() + " of "
                        + steps.size() + " steps:\n\n" + Source.test(seed, shortest) + "\n" + failure.getMessage(),
                first);
    }

    private @Nullable AssertionError failure(List<Step> steps) {
        try {
            replay(steps);
            return null;
        } catch (AssertionError e) {
            return e;
        }
    }

    @Override
    public void close() {
        walked.close();
    }
}
