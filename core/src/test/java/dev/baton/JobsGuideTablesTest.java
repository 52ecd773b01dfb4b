package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.tell.EventLine;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the guide on jobs say what the code says. */
class JobsGuideTablesTest {

    private static String guide() throws Exception {
        return Files.readString(Path.of(System.getProperty("baton.root"), "docs", "guide", "jobs.md"));
    }

    @Test
    void the_guide_shows_the_table_of_moves_as_it_is() throws Exception {
        var table = new StringBuilder("| state |");
        for (JobState.Command command : JobState.Command.values()) {
            table.append(' ').append(command.name().toLowerCase(Locale.ROOT)).append(" |");
        }
        table.append("\n|---|")
                .append("---|".repeat(JobState.Command.values().length))
                .append('\n');
        for (JobState state : JobState.values()) {
            table.append("| **").append(state).append("** |");
            for (JobState.Command command : JobState.Command.values()) {
                String to = state.after(command).stream()
                        .sorted()
                        .map(JobState::toString)
                        .collect(Collectors.joining(", "));
                table.append(to.isEmpty() ? " |" : " " + to + " |");
            }
            table.append('\n');
        }

        assertThat(guide()).contains(table);
    }

    @Test
    void the_guide_lists_every_event_with_what_it_holds() throws Exception {
        List<String> rows = events(Event.class)
                .map(event -> "| `" + EventLine.nameOf(event) + "` | "
                        + Arrays.stream(event.getRecordComponents())
                                .map(RecordComponent::getName)
                                .map(JobsGuideTablesTest::snake)
                                .collect(Collectors.joining(", "))
                        + " |")
                .toList();

        assertThat(guide().lines().filter(line -> line.matches("\\| `[a-z_]+` \\| [a-z_, ]*\\|")))
                .containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void the_guide_explains_every_option() throws Exception {
        Set<String> notOptions = Set.of("start", "of", "defaults", "equals", "hashCode");
        Set<String> reads = Set.of(
                "name",
                "payload",
                "oldestVersion",
                "encode",
                "decode",
                "meaningOf",
                "accept",
                "isReplayable",
                "isWitnessed",
                "hide",
                "job",
                "allowsAnotherAfter",
                "delayAfter",
                "plainDelayAfter");
        String guide = guide();

        for (Class<?> type : List.of(BatonBuilder.class, JobType.class, Retry.class)) {
            assertThat(publicMethods(type))
                    .filteredOn(name -> !notOptions.contains(name) && !reads.contains(name))
                    .as(type.getSimpleName())
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(guide).containsPattern("\n\\| [^|]*`" + name + "`[^|]* \\|"));
        }
    }

    private static String snake(String camel) {
        return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static Stream<Class<?>> events(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses())
                .flatMap(type -> type.isRecord() ? Stream.of(type) : events(type))
                .distinct();
    }

    private static Set<String> publicMethods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName)
                .collect(Collectors.toSet());
    }
}
