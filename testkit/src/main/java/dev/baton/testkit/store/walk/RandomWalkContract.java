package dev.baton.testkit.store.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * Random walks on a store and on the reference store: the same commands, the same answers, the same contents. Extend it and say
 * how to open an empty store. A walk that fails is printed as a test that can be pasted into your class; {@code
 * -Dbaton.walk.seed=…} takes the walks of one seed alone.
 */
public abstract class RandomWalkContract {

    /** How many walks are taken on a store, unless it says otherwise. */
    protected static final int WALKS = 10_000;

    private static final int VERY_MANY_WALKS = 60_000;
    private static final int RACES = 300;
    private static final int VERY_MANY_RACES = 10_000;

    /** An empty store that lives by this clock, apart from all others that this opened. */
    protected abstract WalkedStore open(InstantSource clock);

    /** Does the store take one engine at a time? */
    protected abstract boolean takesOneEngine();

    /** How many walks it takes, besides those of {@link #WALKS} that are the first to come to a cell of the table of moves. */
    protected int walks() {
        return WALKS;
    }

    /** How many times it takes steps at once. */
    protected int races() {
        return RACES;
    }

    /** Takes these steps, which are those of a printed test. */
    protected final void replay(Step... steps) {
        try (RandomWalk walks = open()) {
            walks.replay(List.of(steps));
        }
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void random_walks_stay_equal_and_come_to_every_cell_of_the_table_of_moves(TestReporter report) throws Exception {
        Set<Long> seeds = new LinkedHashSet<>(seeds(0, walks()));
        if (walks() < WALKS) {
            seeds.addAll(firstSomewhere());
        }
        walk(seeds, report);
    }

    @Test
    @Tag("long")
    @Timeout(1_100)
    void very_many_walks_stay_equal_and_come_to_every_cell_of_the_table_of_moves(TestReporter report) throws Exception {
        walk(seeds(WALKS, VERY_MANY_WALKS), report);
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void steps_at_once_come_to_what_one_after_another_would(TestReporter report) throws Exception {
        race(0, races(), report);
    }

    @Test
    @Tag("long")
    @Timeout(1_100)
    void very_many_steps_at_once_come_to_what_one_after_another_would(TestReporter report) throws Exception {
        race(RACES, VERY_MANY_RACES, report);
    }

    /** Races so many times steps that pass over what others have in hand, of which a store says that they are not raced otherwise. */
    protected final void raceFreely(int howMany) throws Exception {
        try (RandomWalk walks = open()) {
            for (long seed : seeds(0, howMany)) {
                walks.raceFreely(seed);
            }
        }
    }

    private RandomWalk open() {
        var clock = new WalkClock();
        return new RandomWalk(open(clock), clock, takesOneEngine());
    }

    private static List<Long> seeds(long first, int howMany) {
        return LongStream.range(first, first + howMany).boxed().toList();
    }

    private List<Long> firstSomewhere() {
        try (RandomWalk walks = open()) {
            return seeds(0, WALKS).stream()
                    .takeWhile(seed -> !walks.coverage().missing().isEmpty())
                    .filter(walks::isFirstSomewhere)
                    .toList();
        }
    }

    private void walk(Collection<Long> seeds, TestReporter report) throws Exception {
        Long only = Long.getLong("baton.walk.seed");
        if (only != null) {
            new Walkers(this::open, List.of(only)).run();
            return;
        }
        Coverage coverage = new Walkers(this::open, seeds).run();

        report.publishEntry("table", coverage.table());
        report.publishEntry(Map.of(
                "walks", "" + seeds.size(),
                "first seed", "" + seeds.iterator().next(),
                "steps", "" + coverage.steps(),
                "cells", "" + coverage.cells()));
        assertThat(coverage.missing())
                .as("cells of the table of moves to which no walk came")
                .isEmpty();
    }

    private void race(long first, int howMany, TestReporter report) throws Exception {
        Long only = Long.getLong("baton.walk.seed");
        int otherOrders = 0;
        try (RandomWalk walks = open()) {
            if (only != null) {
                walks.race(only);
                return;
            }
            for (long seed = first; seed < first + howMany; seed++) {
                otherOrders += walks.race(seed) ? 1 : 0;
            }
        }
        assertThat(otherOrders)
                .as("races that came in another order than they were asked for")
                .isPositive();
        report.publishEntry(Map.of(
                "races", "" + howMany, "first seed", "" + first, "in another order than asked for", "" + otherOrders));
    }
}
