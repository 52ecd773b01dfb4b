package dev.baton.testkit.store.walk;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Makes a walk that fails short: leaves out ever smaller pieces of it as long as what is left still fails (delta debugging).
 * In the end no single step can be left out.
 */
final class Shrinking {

    private Shrinking() {}

    static <T> List<T> shortest(List<T> failing, Predicate<List<T>> fails) {
        List<T> left = failing;
        int pieces = 2;
        while (left.size() > 1) {
            List<T> shorter = withoutOne(left, pieces, fails);
            if (shorter.size() < left.size()) {
                left = shorter;
                pieces = Math.max(2, pieces - 1);
            } else if (pieces < left.size()) {
                pieces = Math.min(left.size(), pieces * 2);
            } else {
                return left;
            }
        }
        return left;
    }

    /** The same with ever simpler things in it, as long as it still fails. */
    static <T> List<T> simplest(List<T> failing, Function<T, List<T>> simpler, Predicate<List<T>> fails) {
        var left = new ArrayList<>(failing);
        for (int i = 0; i < left.size(); i++) {
            Optional<T> less = oneThatFails(left, i, simpler, fails);
            while (less.isPresent()) {
                left.set(i, less.get());
                less = oneThatFails(left, i, simpler, fails);
            }
        }
        return left;
    }

    private static <T> Optional<T> oneThatFails(
            List<T> all, int at, Function<T, List<T>> simpler, Predicate<List<T>> fails) {
        return simpler.apply(all.get(at)).stream()
                .filter(less -> {
                    var changed = new ArrayList<>(all);
                    changed.set(at, less);
                    return fails.test(changed);
                })
                .findFirst();
    }

    /** The same without the first of so many pieces that it fails without; as it was if there is none. */
    private static <T> List<T> withoutOne(List<T> all, int pieces, Predicate<List<T>> fails) {
        for (int i = 0; i < pieces; i++) {
            int from = all.size() * i / pieces;
            int to = all.size() * (i + 1) / pieces;
            var rest = new ArrayList<>(all.subList(0, from));
            rest.addAll(all.subList(to, all.size()));
            if (rest.size() < all.size() && fails.test(rest)) {
                return rest;
            }
        }
        return all;
    }
}
