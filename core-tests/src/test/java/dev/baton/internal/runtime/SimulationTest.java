package dev.baton.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.OperatorCommand.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/**
 * The engine keeps its promises whatever goes wrong, in as many runs as there are seeds: nothing is lost, nothing ends twice,
 * lanes keep their order, nothing in doubt is repeated blindly; and when nothing goes wrong any more, everything ends.
 */
@Tag("slow")
class SimulationTest {

    private static final int A_FEW = 300;
    private static final int MANY = 6_000;
    private static final String SEED = "simulation.seed";

    @Test
    @Timeout(300)
    void whatever_goes_wrong_the_engine_keeps_its_promises_and_ends_all_work(TestReporter report) {
        Long one = Long.getLong(SEED);
        if (one != null) {
            replay(one);
            return;
        }
        run(1, A_FEW, report);
    }

    @Test
    @Tag("long")
    @Timeout(1_100)
    void whatever_goes_wrong_in_many_runs_the_engine_keeps_its_promises(TestReporter report) {
        run(1_000_000, MANY, report);
    }

    private static void run(long first, int seeds, TestReporter report) {
        long began = System.nanoTime();
        Map<String, Integer> counts = counts(first, seeds);
        double minutes = (System.nanoTime() - began) / 60e9;
        requireCovered(counts);

        report.publishEntry(Map.of(
                "first seed", "" + first,
                "seeds", "" + seeds,
                "seeds a minute, each run twice", "" + Math.round(seeds / minutes),
                "what happened", counts.toString()));
    }

    /** Each of them twice: the same seed is the same run. Answers how often what happened. */
    private static Map<String, Integer> counts(long first, int seeds) {
        var counts = new TreeMap<String, Integer>();
        List<Simulation.Result> results = LongStream.range(first, first + seeds)
                .parallel()
                .mapToObj(SimulationTest::twice)
                .toList();
        for (Simulation.Result result : results) {
            result.counts().forEach((what, times) -> counts.merge(what, times, Integer::sum));
        }
        return counts;
    }

    private static Simulation.Result twice(long seed) {
        Simulation.Result result = Simulation.run(seed, false);
        Simulation.Result again = Simulation.run(seed, false);
        assertThat(again.hash()).as("seed " + seed + " is the same run twice").isEqualTo(result.hash());
        requireGood(result);
        return result;
    }

    private static void replay(long seed) {
        Simulation.Result result = Simulation.run(seed, true);
        result.timeline().forEach(System.out::println);
        requireGood(result);
    }

    private static void requireGood(Simulation.Result result) {
        if (result.failure() != null) {
            throw new AssertionError(
                    "Seed " + result.seed()
                            + " went wrong. What happened, line by line: mvn -Pfast test -pl testkit -am"
                            + " -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -D" + SEED + "="
                            + result.seed(),
                    result.failure());
        }
    }

    /** What never happened was not tested. */
    private static void requireCovered(Map<String, Integer> counts) {
        List<String> never =
                expected().stream().filter(each -> !counts.containsKey(each)).toList();
        assertThat(never).as("what never happened, of " + counts.keySet()).isEmpty();
    }

    private static List<String> expected() {
        var expected = new ArrayList<String>();
        Stream.of(Weather.Fault.values()).forEach(fault -> expected.add("fault " + fault));
        Stream.of("claim", "finish", "recover", "beat", "insert", "checkpoint", "declareDead", "heldBy", "command")
                .forEach(verb -> Stream.of(Weather.Fault.ERROR_BEFORE, Weather.Fault.ERROR_AFTER)
                        .forEach(fault -> expected.add("fault " + fault + " in " + verb)));
        Stream.of(Acting.Program.values()).forEach(program -> expected.add("handler " + program));
        Stream.of(Act.values()).forEach(act -> expected.add("command " + act));
        expected.addAll(List.of("command REPLACE", "command TURN_OFF", "command TURN_ON"));
        expected.addAll(List.of("node killed", "node paused", "clock set", "clock that drifts", "node declared dead"));
        expected.addAll(List.of("wake-up lost", "wake-up repeated", "no thread to be had", "start that failed"));
        expected.addAll(List.of("end refused", "end FENCED", "end ALREADY_RECORDED", "end OUT_OF_TURN"));
        expected.addAll(List.of("job recovered", "job pruned", "job claimed behind another of its lane"));
        expected.add("job recovered that had not begun");
        expected.addAll(List.of("reconciler said nothing came of it", "reconciler said Done", "reconciler threw"));
        return expected;
    }
}
