package dev.baton.faults.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plants one defect after another, and has the tests run that must notice. Before that the same tests are green on the product as
 * it is, in the same way: a test that always fails notices nothing.
 */
@Tag("mutants")
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutantsTest {

    private static final String SIMULATION = "dev.baton.internal.runtime.SimulationTest";
    private static final Set<String> NUMBERS =
            Set.of("M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8", "M9", "M10", "M11", "M12", "M13", "M14");
    /** Those that can be made in the store on PostgreSQL; their patches are called so. */
    private static final Set<String> ON_POSTGRES = Set.of("M1", "M2", "M3", "M4", "M5", "M6", "M8", "M9", "M10", "M14");

    private static final Set<String> SIMULATED = Set.of("M2", "M9", "M10", "M14");

    private final Path target = Project.ROOT.resolve(Path.of("faults", "target"));
    /** Kept, so that one can look what the tests said. */
    private final Path folder = target.resolve("mutants");

    private final Tally tally = new Tally();
    private final boolean root = "root".equals(System.getProperty("user.name"));

    static List<Mutant> mutants() {
        String only = System.getProperty("baton.mutant", "");
        return Mutant.all().stream()
                .filter(mutant -> mutant.name().contains(only))
                .toList();
    }

    @BeforeAll
    @Timeout(600)
    void requireGreenTestsWithoutAnyDefect() throws Exception {
        var witnesses = new TreeSet<String>();
        mutants().forEach(mutant -> witnesses.addAll(mutant.witnesses(root)));
        for (String each : witnesses) {
            TestRun run = TestRun.of(each, Project.classPath(), folder.resolve("none"));
            assertThat(run.isGreen())
                    .as("%s is green without any defect; %s: %s", each, run.failed(), run.message())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void a_planted_defect_is_noticed_by_each_test_that_is_there_for_it(Mutant mutant, TestReporter report)
            throws Exception {
        Overlay overlay = Overlay.of(mutant, folder.resolve(mutant.name()));
        var runs = new ArrayList<TestRun>();
        for (String witness : mutant.witnesses(root)) {
            runs.add(TestRun.of(witness, overlay.before(Project.classPath()), folder.resolve(mutant.name())));
        }
        tally.add(mutant, runs);

        report.publishEntry(mutant + ": " + mutant.breaks(), Tally.caughtBy(runs));
        assertThat(runs).as("%s names who has to see it", mutant).isNotEmpty();
        assertThat(runs)
                .as("%s (%s) survives: %s", mutant, mutant.breaks(), mutant.survives())
                .allMatch(TestRun::isCaught);
    }

    @Test
    void every_defect_that_was_promised_is_planted_and_the_simulation_sees_its_own() {
        assertThat(Mutant.all()).extracting(Mutant::number).containsAll(NUMBERS);
        for (String number : SIMULATED) {
            assertThat(Mutant.all())
                    .as("%s in the simulation", number)
                    .anyMatch(mutant ->
                            mutant.number().equals(number) && mutant.seenBy().contains(SIMULATION));
        }
    }

    @Test
    void every_defect_that_was_promised_on_postgresql_is_planted_there() {
        assertThat(Mutant.all())
                .filteredOn(mutant -> mutant.name().contains("-postgres"))
                .extracting(Mutant::number)
                .containsAll(ON_POSTGRES);
    }

    @AfterAll
    void report() {
        tally.lines().forEach(System.out::println);
    }
}
