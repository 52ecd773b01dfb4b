package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.FailureReport;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses OURS = new ClassFileImporter().importPath(Path.of("target", "classes"));
    private static final JavaClasses PLANTED = new ClassFileImporter().importPackages("planted.baton");

    static Set<String> rules() {
        return Rules.all().keySet();
    }

    private static FailureReport report(String rule, JavaClasses classes) {
        return Rules.all().get(rule).evaluate(classes).getFailureReport();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_code_keeps_the_rule(String rule) {
        assertThat(OURS).isNotEmpty();
        assertThat(report(rule, OURS).getDetails()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_rule_bites_when_an_offence_is_planted(String rule) {
        assertThat(report(rule, PLANTED).getDetails()).isNotEmpty();
    }
}
