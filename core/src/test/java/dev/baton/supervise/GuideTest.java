package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.tell.EventLine;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents against the code they describe. */
class GuideTest {

    private static final Pattern EVENT = Pattern.compile("(?m)^\\| `([a-z_]+_[a-z]+)` \\| ([\\w, ]*)\\| ");

    private static String read(String path) throws Exception {
        return Files.readString(Path.of(System.getProperty("baton.root"), path));
    }

    @Test
    void the_guide_lists_every_event_with_what_it_holds_and_no_other() throws Exception {
        List<String> listed = EVENT.matcher(read("docs/guide/supervise.md"))
                .results()
                .map(row -> row.group(1) + ": " + row.group(2).strip())
                .sorted()
                .toList();

        assertThat(listed)
                .isEqualTo(events(SupervisorEvent.class)
                        .map(GuideTest::described)
                        .sorted()
                        .toList());
    }

    @Test
    void the_guide_explains_every_option() throws Exception {
        String guide = read("docs/guide/supervise.md");
        Set<String> notOptions = Set.of("start", "of", "defaults", "faults");

        for (Class<?> type : List.of(SupervisorBuilder.class, RestartPolicy.class, TaskSpec.class)) {
            assertThat(publicMethods(type))
                    .filteredOn(name -> !notOptions.contains(name))
                    .as(type.getSimpleName())
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(guide).contains("\n| `" + name + "` |"));
        }
        assertThat(publicMethods(Supervisor.class))
                .filteredOn(name -> !name.equals("builder"))
                .allSatisfy(name -> assertThat(guide).containsPattern("\n\\| (`\\w+`, )?`" + name + "`"));
    }

    @Test
    void the_state_diagram_shows_the_moves_that_are_allowed() throws Exception {
        String diagram = Stream.of(TaskState.values())
                .flatMap(from -> from.successors().stream().map(to -> "    " + from + " --> " + to + "\n"))
                .collect(Collectors.joining());

        assertThat(read("ARCHITECTURE.md")).contains("stateDiagram-v2\n" + diagram + "```");
    }

    private static Stream<Class<?>> events(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .flatMap(type -> type.isRecord() ? Stream.of(type) : events(type));
    }

    private static String described(Class<?> event) {
        return EventLine.nameOf(event)
                + ": "
                + Arrays.stream(event.getRecordComponents())
                        .map(RecordComponent::getName)
                        .collect(Collectors.joining(", "));
    }

    private static Set<String> publicMethods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
    }
}
