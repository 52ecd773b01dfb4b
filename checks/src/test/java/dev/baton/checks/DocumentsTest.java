package dev.baton.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents say what the code says: their snippets are pieces of tests, their links lead somewhere. */
class DocumentsTest {

    /** A code block that says where it comes from: the file, and the name of the marked piece. */
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->\\n```java\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#\\s]+)(#[^)]*)?\\)");

    private static final Pattern HEADING_LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)#\\s]*)#([^)]+)\\)");

    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|Contract))`");

    private static Stream<SourceFile> documents() {
        return Repository.files().stream().filter(file -> file.path().endsWith(".md"));
    }

    @Test
    void every_snippet_is_word_for_word_a_piece_of_a_test() {
        List<MatchResult> snippets = documents()
                .flatMap(document -> SNIPPET.matcher(document.text()).results())
                .toList();

        assertThat(snippets)
                .isNotEmpty()
                .allSatisfy(snippet -> assertThat(snippet.group(3))
                        .as("%s#%s", snippet.group(1), snippet.group(2))
                        .isEqualTo(piece(Repository.read(snippet.group(1)), snippet.group(2))));
    }

    @Test
    void every_java_block_says_which_test_it_comes_from() {
        assertThat(documents())
                .allSatisfy(document -> assertThat(document.text().split("```java", -1).length - 1)
                        .as(document.path())
                        .isEqualTo(
                                (int) SNIPPET.matcher(document.text()).results().count()));
    }

    @Test
    void every_link_leads_to_a_file() {
        assertThat(documents())
                .allSatisfy(file -> assertThat(LINK.matcher(file.text()).results())
                        .as(file.path())
                        .allSatisfy(link -> {
                            Path document = Repository.ROOT.resolve(file.path());
                            assertThat(document.resolveSibling(link.group(1))).exists();
                        }));
    }

    @Test
    void every_link_to_a_heading_finds_it() {
        assertThat(documents())
                .allSatisfy(file -> assertThat(HEADING_LINK.matcher(file.text()).results())
                        .as(file.path())
                        .allSatisfy(link -> {
                            Path document = Repository.ROOT.resolve(file.path());
                            Path there = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                            assertThat(headings(Files.readString(there))).contains(link.group(2));
                        }));
    }

    /** What links call them: small letters, digits and hyphens. */
    private static Set<String> headings(String text) {
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    @Test
    void every_test_that_stands_beside_a_sentence_of_a_document_is_there() {
        Set<String> types = Repository.files().stream()
                .filter(SourceFile::isJava)
                .map(file -> file.name().replace(".java", ""))
                .collect(Collectors.toSet());

        assertThat(documents().filter(document -> document.path().startsWith("docs/documents/")))
                .isNotEmpty()
                .allSatisfy(document -> assertThat(
                                TEST.matcher(document.text()).results().map(test -> test.group(1)))
                        .as(document.path())
                        .isNotEmpty()
                        .isSubsetOf(types));
    }

    @Test
    void the_readme_names_the_two_commands() {
        assertThat(Repository.read("README.md")).contains("\n./baton demo").contains("\nmvn verify");
    }

    /** Between {@code // snippet: name} and {@code // end of snippet}, moved to the left margin. */
    private static String piece(String text, String name) {
        String marked =
                text.split("// snippet: " + Pattern.quote(name) + "\\n", 2)[1].split("\\n *// end of snippet", 2)[0];
        return marked.stripIndent().stripTrailing() + "\n";
    }
}
