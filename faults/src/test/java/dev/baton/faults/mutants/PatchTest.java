package dev.baton.faults.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Patches go where they belong or nowhere; and those of all mutants still go somewhere. */
class PatchTest {

    private static final Patch PATCH = Patch.parse(List.of(
            "--- a/core/Some.java", "+++ b/core/Some.java", "@@ -7,2 +7,2 @@ class Some", " one", "-two", "+zwei"));

    @Test
    void a_patch_goes_where_its_lines_are_whatever_their_numbers() {
        assertThat(PATCH.apply(path -> "zero\nhalf\none\ntwo\nthree\n"))
                .isEqualTo(Map.of("core/Some.java", "zero\nhalf\none\nzwei\nthree\n"));
    }

    @Test
    void a_patch_whose_lines_are_not_there_or_there_twice_does_not_apply() {
        assertThatThrownBy(() -> PATCH.apply(path -> "one\nthree\ntwo\n"))
                .hasMessageContaining("no longer applies")
                .hasMessageContaining("not in core/Some.java")
                .hasMessageContaining("one\ntwo");
        assertThatThrownBy(() -> PATCH.apply(path -> "one\ntwo\none\ntwo\n"))
                .hasMessageContaining("more than once in core/Some.java");
    }

    @Test
    void a_text_without_any_change_is_no_patch() {
        assertThatThrownBy(() -> Patch.parse(List.of("Mutant: M0", ""))).hasMessageContaining("no change");
    }

    @Test
    void a_mutant_that_behaves_as_before_or_does_not_compile_is_refused(@TempDir Path folder) {
        assertThatThrownBy(() -> Overlay.of(signal("        return was;", "        return was; // still"), folder))
                .hasMessageContaining("changes nothing");
        assertThatThrownBy(() -> Overlay.of(signal("        return was;", "        return whas;"), folder))
                .hasMessageContaining("does not compile")
                .hasMessageContaining("whas");
    }

    private static Mutant signal(String before, String after) {
        String path = "core/src/main/java/dev/baton/internal/runtime/Signal.java";
        var hunk = new Patch.Hunk(List.of("    " + before), List.of("    " + after));
        return new Mutant("M0", "M0", "nothing", "never", List.of(), List.of(), new Patch(Map.of(path, List.of(hunk))));
    }

    static List<Mutant> mutants() {
        return Mutant.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void the_patch_of_every_mutant_still_applies_to_the_sources(Mutant mutant) {
        assertThat(mutant.patch().apply(Project::read)).isNotEmpty();
        assertThat(mutant.seenBy()).isNotEmpty();
    }
}
