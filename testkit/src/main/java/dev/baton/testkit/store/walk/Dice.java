package dev.baton.testkit.store.walk;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** Chance, always the same for one seed. */
final class Dice {

    private final SplittableRandom random;

    Dice(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** From 0 on, below this. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** One of these numbers. */
    int from(int first, int last) {
        return random.nextInt(first, last + 1);
    }

    boolean onceIn(int times) {
        return random.nextInt(times) == 0;
    }

    <T> T any(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    <T> Optional<T> maybe(T value) {
        return onceIn(3) ? Optional.of(value) : Optional.empty();
    }
}
