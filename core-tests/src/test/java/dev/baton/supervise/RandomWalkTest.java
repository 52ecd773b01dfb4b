package dev.baton.supervise;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anything may happen in any order, and the story still makes sense. One seed is one walk, always the same. */
class RandomWalkTest {

    private static final List<String> NAMES = List.of("a", "b", "c");

    @Test
    void every_walk_makes_sense() {
        LongStream.range(0, 3_000).forEach(seed -> walk(seed, seed % 2 == 0));
    }

    @Test
    @Tag("long")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void every_walk_of_very_many_makes_sense() {
        LongStream.range(0, 300_000).forEach(seed -> walk(seed, seed % 2 == 0));
    }

    /** 114: an abandoned run that ended after the supervisor had was still reported. */
    @ParameterizedTest
    @ValueSource(longs = {114})
    void a_walk_that_once_failed_makes_sense(long seed) {
        walk(seed, false);
    }

    /** Without removals the names of the first tasks stay. */
    private static void walk(long seed, boolean removing) {
        var random = new SplittableRandom(seed);
        Duration grace = ofMillis(random.nextInt(2000));
        Rehearsal rehearsal = Rehearsal.of(Supervisor.builder()
                .checkEvery(ofMillis(500))
                .stopGrace(grace)
                .restart(RestartPolicy.defaults()
                        .limit(random.nextInt(4))
                        .baseDelay(ofMillis(random.nextInt(300)))
                        .stableAfter(ofSeconds(3)))
                .task(spec(NAMES.get(0), random.split())));
        try {
            for (int i = 0; i < 60; i++) {
                step(rehearsal, random, removing);
                assertThat(rehearsal.decisions.ending()).isNull();
            }
            rehearsal.decisions.shutdown();
            rehearsal.advance(grace);
            assertThat(rehearsal.decisions.ending()).isEqualTo(new Ending.ShutDown());
            History.judge(rehearsal.events);
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static void step(Rehearsal rehearsal, SplittableRandom random, boolean removing) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        switch (random.nextInt(removing ? 7 : 6)) {
            case 0 -> rehearsal.decisions.add(spec(name, random.split()));
            case 1 -> rehearsal.decisions.restart(name);
            case 2 -> rehearsal.decisions.kill(name);
            case 3 -> rehearsal.settle();
            case 6 -> rehearsal.decisions.remove(name);
            default -> rehearsal.advance(ofMillis(random.nextInt(1500)));
        }
    }

    private static TaskSpec spec(String name, SplittableRandom random) {
        Supplier<Scripted> scripts = () -> {
            Duration lasts = ofMillis(random.nextInt(4) == 0 ? 0 : random.nextInt(6000));
            Scripted script = switch (random.nextInt(3)) {
                case 0 -> Scripted.crashesAfter(lasts);
                case 1 -> Scripted.returnsAfter(lasts);
                default -> Scripted.forEver();
            };
            return random.nextInt(4) == 0 ? script.deaf() : script;
        };
        TaskSpec spec = TaskSpec.of(name, scripts);
        spec = random.nextBoolean() ? spec.mustNotExit() : spec;
        return random.nextBoolean() ? spec.hangAfter(ofSeconds(2)) : spec;
    }
}
