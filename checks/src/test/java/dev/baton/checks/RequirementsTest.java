package dev.baton.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/requirements.md} against the tests: it claims nothing that no test shows, and forgets nothing that one does. */
class RequirementsTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (R-\\d{3}-\\d{2}) \\| (\\w+) \\| (.+?) \\|(?: (.*?))? \\|$");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"(R-\\d{3}-\\d{2})\"\\)");
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+(?:Test|Contract))`");
    private static final Map<String, Integer> NUMBERS_OF_DOCUMENT =
            Map.of("000", 83, "001", 72, "002", 46, "003", 74, "004", 39);

    private record Row(String number, String status, String text, String where) {}

    private static final List<Row> ROWS = ROW.matcher(Repository.read("docs/requirements.md"))
            .results()
            .map(row -> new Row(row.group(1), row.group(2), row.group(3), row.group(4) == null ? "" : row.group(4)))
            .toList();

    /** The numbers tagged in each test class. */
    private static final Map<String, Set<String>> TAGS_OF_TEST = tagsOfTests();

    private static Map<String, Set<String>> tagsOfTests() {
        var tags = new TreeMap<String, Set<String>>();
        Repository.files().stream()
                .filter(file -> file.isJava() && !file.path().startsWith("checks/"))
                .forEach(file -> {
                    Matcher tag = TAG.matcher(file.text());
                    while (tag.find()) {
                        tags.computeIfAbsent(file.name().replace(".java", ""), test -> new TreeSet<>())
                                .add(tag.group(1));
                    }
                });
        return tags;
    }

    private static Stream<String> testsNamedBy(Row row) {
        return TEST_NAME.matcher(row.where()).results().map(test -> test.group(1));
    }

    @Test
    void every_number_of_the_five_documents_has_one_row() {
        List<String> expected = NUMBERS_OF_DOCUMENT.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(document -> IntStream.rangeClosed(1, document.getValue())
                        .mapToObj(i -> String.format("R-%s-%02d", document.getKey(), i)))
                .toList();

        assertThat(ROWS).extracting(Row::number).isEqualTo(expected).hasSize(314);
    }

    @Test
    void every_row_has_one_of_three_status_words() {
        assertThat(ROWS).extracting(Row::status).isSubsetOf("open", "proven", "differently");
        assertThat(ROWS)
                .allSatisfy(row -> assertThat(row.text()).as(row.number()).isNotBlank());
    }

    @Test
    void what_is_not_open_names_a_test_that_is_tagged_with_it() {
        assertThat(ROWS).filteredOn(row -> !row.status().equals("open")).allSatisfy(row -> {
            assertThat(testsNamedBy(row)).as(row.number()).isNotEmpty();
            assertThat(testsNamedBy(row))
                    .as(row.number())
                    .allSatisfy(test -> assertThat(TAGS_OF_TEST.getOrDefault(test, Set.of()))
                            .contains(row.number()));
        });
    }

    @Test
    void what_a_test_is_tagged_with_is_not_open() {
        Set<String> notOpen = new TreeSet<>();
        ROWS.stream().filter(row -> !row.status().equals("open")).forEach(row -> notOpen.add(row.number()));

        assertThat(TAGS_OF_TEST)
                .allSatisfy((test, tags) -> assertThat(notOpen).as(test).containsAll(tags));
    }

    @Test
    void what_is_met_differently_says_why() {
        assertThat(ROWS)
                .filteredOn(row -> row.status().equals("differently"))
                .allSatisfy(row -> assertThat(TEST_NAME.matcher(row.where()).replaceAll(""))
                        .as(row.number())
                        .hasSizeGreaterThan(20));
    }
}
