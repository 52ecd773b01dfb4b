package dev.baton.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TidyTest {

    private static final List<SourceFile> FILES = Repository.files();

    static {
        JavaSource.parseAll(FILES.stream().filter(SourceFile::isJava).toList());
    }

    /** For every rule a file that breaks it and nothing else. */
    private static final Map<String, SourceFile> PLANTED = Map.ofEntries(
            Map.entry("a file has one reason to exist", main("Long", "class Long {}\n" + "// more\n".repeat(400))),
            Map.entry(
                    "a method fits a screen", main("Tall", "class Tall { void m() {\n" + "n();\n".repeat(60) + "} }")),
            Map.entry(
                    "a constructor does not take everything",
                    main("Wide", "class Wide { Wide(int a, int b, int c, int d, int e, int f, int g) {} }")),
            Map.entry(
                    "SQL lives in its own classes",
                    main("Stray", "class Stray { String s = \"select id from job\"; }")),
            Map.entry("a type's name says what it is", main("JobManager", "class JobManager {}")),
            Map.entry("what is unfinished has an issue", main("Later", "class Later {} // TODO finish\n")),
            Map.entry("tests do not sleep", test("void m() throws Exception { Thread." + "sleep(1); }")),
            Map.entry("tests are not skipped", test("@" + "Disabled void m() {}")),
            Map.entry("a test's name is a sentence", test("@Test void testRecover2() {}")),
            Map.entry(
                    "a test proves a few requirements",
                    test(
                            "@Tag(\"R-000-01\") @Tag(\"R-000-02\") @Tag(\"R-000-03\") @Tag(\"R-000-04\") @Tag(\"R-000-05\")"
                                    + " @Tag(\"R-000-06\") @Test void it_proves_everything_there_is() {}")),
            Map.entry(
                    "nothing depends on one machine", new SourceFile("docs/a.md", "cd /home/me/baton && mvn verify")));

    private static SourceFile main(String name, String text) {
        return new SourceFile("core/src/main/java/" + name + ".java", text);
    }

    private static SourceFile test(String member) {
        return new SourceFile("core/src/test/java/PlantedTest.java", "class PlantedTest { " + member + " }");
    }

    static Set<String> rules() {
        return Tidy.rules().keySet();
    }

    private static Function<SourceFile, List<String>> rule(String name) {
        return Objects.requireNonNull(Tidy.rules().get(name), name);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void every_file_of_the_repository_keeps_the_rule(String name) {
        assertThat(FILES).hasSizeGreaterThan(50);
        assertThat(FILES.stream()
                        .flatMap(file -> rule(name).apply(file).stream().map(finding -> file + ": " + finding)))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_rule_bites_where_an_offence_is_planted_and_no_other_does(String name) {
        SourceFile planted = Objects.requireNonNull(PLANTED.get(name), "no offence is planted for: " + name);

        assertThat(Tidy.rules().keySet())
                .filteredOn(rule -> !rule(rule).apply(planted).isEmpty())
                .containsExactly(name);
    }
}
