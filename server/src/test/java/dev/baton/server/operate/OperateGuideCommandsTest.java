package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.Printed;
import dev.baton.server.serve.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperateGuideCommandsTest {

    private static final Pattern COMMAND = Pattern.compile("(?m)^\\| `\\./baton (\\w+)[^`]*`((?:, `[^`]+`)*)");

    /** A command, and the code that it ends with. */
    private static final Pattern LINE = Pattern.compile("(?m)^\\./baton (.*) # ([0-3])$");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|\\S+");

    @TempDir
    private Path folder;

    private final String guide;

    OperateGuideCommandsTest() throws IOException {
        guide = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "guide", "operate.md"));
    }

    @Test
    void every_command_that_the_guide_names_is_there_and_explains_itself_with_an_example_or_its_exit_codes() {
        List<String> named =
                COMMAND.matcher(guide).results().map(MatchResult::group).toList();

        assertThat(named).hasSize(10);
        COMMAND.matcher(guide).results().forEach(row -> {
            Printed help = Printed.of(List.of(row.group(1), "--help"));
            assertThat(help.code()).as(row.group()).isZero();
            assertThat(help.out())
                    .contains("Exit code: 0")
                    .contains("./baton ")
                    .contains("--json")
                    .contains("--server")
                    .contains("--token-file");
            assertThat(help.out().contains("--url"))
                    .as(row.group())
                    .isNotEqualTo(row.group(1).equals("tasks"));
        });
    }

    @Test
    void every_command_of_the_guide_ends_as_it_says_against_a_service() {
        String id = "";
        int commands = 0;
        try (RunningService service = RunningService.on(folder.resolve("app.db"), Map.of("types", "receipt.send"))) {
            for (Matcher line = LINE.matcher(guide); line.find(); ) {
                List<String> words = new ArrayList<>();
                for (Matcher word = WORD.matcher(line.group(1)); word.find(); ) {
                    String quoted = word.group(1) != null ? word.group(1) : word.group(2);
                    words.add((quoted == null ? word.group() : quoted)
                            .replace("$BATON", service.url())
                            .replace("$ID", id));
                }
                Printed printed = Printed.of(words);
                assertThat(String.valueOf(printed.code()))
                        .as(line.group() + "\n" + printed.err())
                        .isEqualTo(line.group(2));
                id = id.isEmpty() ? printed.out().substring(0, 36) : id;
                commands++;
            }
        }
        assertThat(commands).isEqualTo(11);
    }
}
