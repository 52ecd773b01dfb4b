package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.Printed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeGuideTest {

    /** A command, up to the status that it says. */
    private static final Pattern COMMAND = Pattern.compile("(?s)curl (.*?) # (\\d{3})");

    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");
    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final Pattern OPTION = Pattern.compile("(?m)^\\./baton serve (.*)$");

    @TempDir
    private Path folder;

    private final String guide;

    ServeGuideTest() throws IOException {
        guide = Files.readString(Path.of(System.getProperty("baton.root"), "docs", "guide", "serve.md"));
    }

    @Test
    void every_request_of_the_guide_is_answered_as_it_says_and_its_job_is_done() throws Exception {
        try (RunningService service = RunningService.in(folder, Map.of(Setting.HTTP_INSIDE, "localhost"))) {
            String id = "";
            int commands = 0;
            for (Matcher command = COMMAND.matcher(guide); command.find(); ) {
                String line = command.group(1)
                        .replace("\\\n", " ")
                        .replace("$BATON", "http://localhost:" + service.port())
                        .replace("localhost:7070", "localhost:" + service.port())
                        .replace("$ID", id);
                HttpResponse<String> answer =
                        HttpClient.newHttpClient().send(request(line), HttpResponse.BodyHandlers.ofString());
                assertThat(String.valueOf(answer.statusCode()))
                        .as(line + "\n" + answer.body())
                        .isEqualTo(command.group(2));
                Matcher found = ID.matcher(answer.body());
                id = id.isEmpty() && found.find() ? found.group(1) : id;
                commands++;
            }
            assertThat(commands).isEqualTo(5);

            String job = service.get("/api/v1/jobs/" + id).body();
            while (!job.contains("\"DONE\"")) { // it asks the service how that is, which answers at once
                job = service.get("/api/v1/jobs/" + id).body();
            }
        }
    }

    /** What curl makes of this line. */
    private static HttpRequest request(String line) {
        List<String> words = new ArrayList<>();
        for (Matcher word = WORD.matcher(line); word.find(); ) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(words.get(0)));
        for (int i = 1; i < words.size(); i += 2) {
            String value = words.get(i + 1);
            switch (words.get(i)) {
                case "-H" -> request.header(value.split(": ", 2)[0], value.split(": ", 2)[1]);
                case "-d" -> request.POST(HttpRequest.BodyPublishers.ofString(value));
                default -> throw new AssertionError("Not understood: " + words.get(i));
            }
        }
        return request.build();
    }

    @Test
    void every_option_and_setting_that_the_guide_names_is_there() {
        String help = Printed.of(List.of("serve", "--help")).out();
        List<String> lines =
                OPTION.matcher(guide).results().map(found -> found.group(1)).toList();

        assertThat(lines).hasSize(2);
        for (String line : lines) {
            assertThat(Pattern.compile("--[a-z-]+").matcher(line).results().map(option -> option.group()))
                    .isNotEmpty()
                    .allSatisfy(option -> assertThat(help).contains(option));
        }
    }

    @Test
    void what_it_prints_at_its_start_is_what_the_guide_shows() {
        RunningService service = RunningService.in(folder, Map.of(Setting.HTTP_INSIDE, "localhost"));
        service.close(); // by then all that happened was told
        String shown = guide.split("```\nbaton: ", 2)[1].split("\n```", 2)[0];
        List<String> told = shown.replace("baton.db", folder.resolve("baton.db").toString())
                .lines()
                .map(line -> line.replaceFirst("^baton: ", ""))
                .toList();

        assertThat(service.lines())
                .map(line -> line.replaceFirst("127\\.0\\.0\\.1:[0-9]+", "127.0.0.1:7070"))
                .filteredOn(line -> !line.startsWith("stop"))
                .containsExactlyInAnyOrderElementsOf(told);
    }
}
