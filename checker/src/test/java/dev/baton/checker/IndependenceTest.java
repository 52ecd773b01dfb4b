package dev.baton.checker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Who judges may not use what is judged: a mistake that both share would be found by neither. */
class IndependenceTest {

    private static final JavaClasses OURS = new ClassFileImporter().importPath(Path.of("target", "classes"));

    private static ArchRule knowsOnly(String... packages) {
        return classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
    }

    @Test
    void the_checker_knows_the_jdk_and_itself_and_no_class_of_the_engine() {
        assertThat(OURS).isNotEmpty();
        knowsOnly("java..", "org.jspecify..", "dev.baton.checker").check(OURS);
    }

    @Test
    void the_rule_bites_where_something_else_is_used() {
        assertThat(knowsOnly("java.lang..").evaluate(OURS).hasViolation()).isTrue();
    }
}
