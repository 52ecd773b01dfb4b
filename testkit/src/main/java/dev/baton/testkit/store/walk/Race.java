package dev.baton.testkit.store.walk;

import dev.baton.testkit.store.AtOnce;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/**
 * Some steps one after another, then two or three at the same moment. What these came to, and what they left, is what one of
 * their orders would have come to and left on the model.
 */
final class Race {

    private final Side real;
    private final WalkClock clock;
    private final boolean oneEngine;

    Race(Side real, WalkClock clock, boolean oneEngine) {
        this.real = real;
        this.clock = clock;
        this.oneEngine = oneEngine;
    }

    /** Which of the orders it was, counted from 0, which is the one that was asked for. */
    int run(Walk walk, List<Step> before, List<Step> atOnce) throws Exception {
        Acting acting = walk.acting();
        List<Callable<Object>> each = atOnce.stream()
                .map(step -> (Callable<Object>) () -> acting.on(real, step))
                .toList();
        List<Object> answers = AtOnce.run(each);
        real.settle();
        Dump after = walk.dump(real, atOnce);
        List<List<Integer>> orders = orders(atOnce.size());
        for (int i = 0; i < orders.size(); i++) {
            if (fits(before, atOnce, orders.get(i), answers, after)) {
                return i;
            }
        }
        throw new AssertionError("""
                no order of these comes to what they came to at once: %s
                after
                %s
                they came to %s
                and left %s""".formatted(sources(atOnce), sources(before), answers, after));
    }

    private boolean fits(List<Step> before, List<Step> atOnce, List<Integer> order, List<Object> answers, Dump after) {
        clock.restart();
        var alone = new Walk(new Model(clock, oneEngine), real, clock, new Coverage());
        before.forEach(alone::takeOnModel);
        Acting acting = alone.acting();
        boolean same = true;
        for (int which : order) {
            Step step = atOnce.get(which);
            Object answer = real.comparedAtOnce(step, alone.onModel(acting, step));
            same &= answer.equals(real.comparedAtOnce(step, answers.get(which)));
        }
        Dump dump = alone.dumpOfModel(atOnce);
        return same
                && (real.recordsInOrder()
                        ? dump.equals(after)
                        : dump.withoutOrderOfActions().equals(after.withoutOrderOfActions()));
    }

    private static String sources(List<Step> steps) {
        return steps.stream().map(Source::of).collect(Collectors.joining(",\n    ", "\n    ", ""));
    }

    /** All orders of so many, the natural one first. */
    static List<List<Integer>> orders(int size) {
        if (size == 0) {
            return List.of(List.of());
        }
        var orders = new ArrayList<List<Integer>>();
        for (List<Integer> shorter : orders(size - 1)) {
            for (int at = size - 1; at >= 0; at--) {
                var longer = new ArrayList<>(shorter);
                longer.add(at, size - 1);
                orders.add(longer);
            }
        }
        return orders;
    }
}
