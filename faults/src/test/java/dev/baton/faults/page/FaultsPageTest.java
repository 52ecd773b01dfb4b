package dev.baton.faults.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultsPageTest {

    @TempDir
    Path root;

    @Test
    void facts_of_all_modules_stand_where_the_template_wants_them() throws IOException {
        report("testkit", "SimulationTest.it_holds", "seeds = 12000\nfirst seed = 1000000\n");
        report("faults", "MutantsTest.it_is_caught", "M1 = by A\nM2 = by B\n");

        String page = page().fill("{{commit}}: {{SimulationTest.it_holds: seeds}} from"
                + " {{SimulationTest.it_holds: first seed}}\n{{table MutantsTest.it_is_caught}}");

        assertThat(page).isEqualTo("abc: 12,000 from 1000000\n| M1 | by A |\n| M2 | by B |");
    }

    @Test
    void what_examples_report_stands_beside_what_modules_do() throws IOException {
        report("faults", "ChaosTest.it_holds", "kills = 12\n");
        report("examples/payments", "PaymentsChaosTest.it_holds", "payments = 3400\n");

        String page = page().fill("{{ChaosTest.it_holds: kills}} and {{PaymentsChaosTest.it_holds: payments}}");

        assertThat(page).isEqualTo("12 and 3,400");
    }

    @Test
    void a_test_that_reported_nothing_stops_the_page() {
        assertThatThrownBy(() -> page().fill("{{SimulationTest.it_holds: seeds}}"))
                .hasMessageContaining("SimulationTest.it_holds")
                .hasMessageContaining("did not run, or it failed");
    }

    @Test
    void a_fact_that_was_not_reported_stops_the_page() throws IOException {
        report("testkit", "SimulationTest.it_holds", "seeds = 12000\n");

        assertThatThrownBy(() -> page().fill("{{SimulationTest.it_holds: kills}}"))
                .hasMessageContaining("\"kills\"");
    }

    private FaultsPage page() throws IOException {
        return new FaultsPage(Facts.read(root), Map.of("commit", "abc"));
    }

    private void report(String module, String test, String facts) throws IOException {
        Path folder = Files.createDirectories(root.resolve(module).resolve("target/facts"));
        Files.writeString(folder.resolve(test + ".txt"), facts);
    }
}
