package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.Printed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OperateGuideCommandsTest {

    private static final Pattern COMMAND = Pattern.compile("(?m)^\\| `\\./baton (\\w+)[^`]*`((?:, `[^`]+`)*)");

    @Test
    void every_command_that_the_guide_names_is_there_and_explains_itself_with_an_example_or_its_exit_codes()
            throws IOException {
        String guide = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "guide", "operate.md"));
        List<String> named =
                COMMAND.matcher(guide).results().map(MatchResult::group).toList();

        assertThat(named).hasSize(8);
        COMMAND.matcher(guide).results().forEach(row -> {
            Printed help = Printed.of(List.of(row.group(1), "--help"));
            assertThat(help.code()).as(row.group()).isZero();
            assertThat(help.out()).contains("Exit code: 0").contains("--file").contains("--json");
        });
    }
}
