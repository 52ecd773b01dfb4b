package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GuideTablesTest {

    private static final Pattern ROUTE = Pattern.compile("(?m)^\\| (GET|POST) \\| `([^`]+)` \\| ([a-z-]+) \\|$");
    private static final Pattern CODES = Pattern.compile("(?m)^\\| (\\d{3}) \\| (`[A-Z_`, ]+) \\|");

    private final String guide;

    GuideTablesTest() throws IOException {
        guide = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "guide", "http.md"));
    }

    @Test
    void the_guide_lists_every_route_with_its_role() {
        List<String> told = ROUTE.matcher(guide)
                .results()
                .map(row -> row.group(1) + " " + row.group(2) + " " + row.group(3))
                .toList();

        assertThat(told)
                .isEqualTo(Routes.of(Overview.notBegun(), false).all().stream()
                        .map(route -> route.verb() + " " + route.path().text() + " "
                                + route.role().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
    }

    @Test
    void the_guide_lists_every_code_with_its_status() {
        var told = new ArrayList<String>();
        for (Matcher row = CODES.matcher(guide); row.find(); ) {
            Stream.of(row.group(2).replace("`", "").split(", ")).forEach(code -> told.add(code + " " + row.group(1)));
        }

        assertThat(told)
                .containsExactlyInAnyOrderElementsOf(Stream.of(Code.values())
                        .map(code -> code.name() + " " + code.status())
                        .toList());
    }
}
