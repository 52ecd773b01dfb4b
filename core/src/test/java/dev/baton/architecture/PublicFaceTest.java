package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What users can see, and must therefore be asked about before it changes. */
class PublicFaceTest {

    private static final Path LIST = Path.of(System.getProperty("baton.root"), "docs", "public-types.txt");

    @Test
    void the_public_types_are_the_listed_ones_and_no_others() throws Exception {
        List<String> types = new ClassFileImporter()
                .importPath(Path.of("target", "classes")).stream()
                        .filter(type -> !type.getPackageName().contains(".internal"))
                        .filter(PublicFaceTest::isVisible)
                        .map(JavaClass::getName)
                        .sorted()
                        .toList();

        assertThat(types)
                .as("a change of the public face is a decision: make it, then edit %s", LIST)
                .isEqualTo(Files.readAllLines(LIST));
    }

    @Test
    void the_module_exports_public_packages_only() {
        ModuleDescriptor module = ModuleFinder.of(Path.of("target", "classes"))
                .find("dev.baton.core")
                .orElseThrow()
                .descriptor();

        assertThat(module.exports())
                .filteredOn(export -> !export.isQualified())
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrder(
                        "dev.baton",
                        "dev.baton.job",
                        "dev.baton.observe",
                        "dev.baton.schedule",
                        "dev.baton.store",
                        "dev.baton.store.memory",
                        "dev.baton.stream",
                        "dev.baton.supervise");
    }

    private static boolean isVisible(JavaClass type) {
        boolean itself = type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.getSimpleName().isEmpty();
        return itself && type.getEnclosingClass().map(PublicFaceTest::isVisible).orElse(true);
    }
}
