package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobState.Command;
import dev.baton.observe.Reason;
import dev.baton.store.CommandResult;
import dev.baton.store.OperatorCommand.Act;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of the guides on order, doubt and operating say what the code says. */
class OperatorsGuideTablesTest {

    private static final Pattern CODE = Pattern.compile("`(\\w+)`");

    /** The rows of the table below this head, each as its cells. */
    private static List<List<String>> table(String guide, String head) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(System.getProperty("baton.root"), "docs", "guide", guide));
        return lines.stream()
                .dropWhile(line -> !line.equals(head))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static List<String> codes(String cell) {
        return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
    }

    private static Set<String> firstCodes(String guide, String head) throws Exception {
        return table(guide, head).stream()
                .flatMap(row -> codes(row.get(0)).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String shown(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** What operators can ask, by the names of the methods. */
    private static Map<String, Command> commands() {
        var commands = new TreeMap<String, Command>();
        Stream.of(Act.values()).forEach(act -> commands.put(shown(act.name()), act.command()));
        commands.put("replace", Command.REPLACE);
        return commands;
    }

    private static Set<String> commandsFrom(JobState... states) {
        return commands().entrySet().stream()
                .filter(each -> Stream.of(states)
                        .anyMatch(state -> !state.after(each.getValue()).isEmpty()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The states that a cell names; pending and parked are several. */
    private static Set<JobState> states(String cell) {
        var states = EnumSet.noneOf(JobState.class);
        for (JobState state : JobState.values()) {
            boolean named = Arrays.asList(cell.split("\\W+")).contains(state.toString());
            boolean meant =
                    (state.isPending() && cell.contains("pending")) || (state.isParked() && cell.contains("parked"));
            if (named || meant) {
                states.add(state);
            }
        }
        return states;
    }

    @Test
    void every_command_is_listed_with_the_states_that_allow_it() throws Exception {
        var listed = new TreeMap<String, Set<JobState>>();
        String command = "";
        for (List<String> row : table("operate.md", "| command | for jobs that are | what it does |")) {
            command = row.get(0).isEmpty() ? command : codes(row.get(0)).get(0);
            listed.computeIfAbsent(command, any -> EnumSet.noneOf(JobState.class))
                    .addAll(states(row.get(1)));
        }

        var expected = new TreeMap<String, Set<JobState>>();
        commands()
                .forEach((name, asked) -> expected.put(
                        name,
                        Stream.of(JobState.values())
                                .filter(state -> !state.after(asked).isEmpty())
                                .collect(Collectors.toCollection(() -> EnumSet.noneOf(JobState.class)))));
        assertThat(listed).isEqualTo(expected);
    }

    @Test
    void every_answer_to_a_command_is_listed_by_its_code() throws Exception {
        List<CommandResult> answers = List.of(
                new CommandResult.Applied("dead", "ready"),
                new CommandResult.WrongState(JobState.DONE),
                new CommandResult.InDoubt(),
                new CommandResult.InHand(),
                new CommandResult.KeyTaken(new JobId(new UUID(1, 2))),
                new CommandResult.NotInLane(),
                new CommandResult.NotFound());

        assertThat(answers).hasSameSizeAs(CommandResult.class.getPermittedSubclasses());
        assertThat(table("operate.md", "| code | what it means, and what to do |"))
                .extracting(row -> codes(row.get(0)).get(0))
                .containsExactlyElementsOf(
                        answers.stream().map(CommandResult::code).toList());
    }

    @Test
    void every_cause_is_listed_in_the_order_in_which_reasons_come() throws Exception {
        assertThat(table("operate.md", "| cause | why it does not run | what would make it |"))
                .extracting(row -> codes(row.get(0)).get(0))
                .containsExactlyElementsOf(
                        Stream.of(Reason.Cause.values()).map(Enum::name).toList());
    }

    @Test
    void what_happens_to_a_job_is_told_for_every_crash_policy() throws Exception {
        String policies = Stream.of(CrashPolicy.values()).map(Enum::name).collect(Collectors.joining(" | "));

        assertThat(table("doubt.md", "| what happened | " + policies + " |"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row).hasSize(1 + CrashPolicy.values().length));
    }

    @Test
    void the_ways_out_for_held_and_for_parked_jobs_are_all_there_are() throws Exception {
        assertThat(firstCodes("doubt.md", "| command | what it says | the job |"))
                .isEqualTo(commandsFrom(JobState.HELD));
        assertThat(firstCodes("lanes.md", "| command | what becomes of it, and of the lane |"))
                .isEqualTo(commandsFrom(JobState.DEAD, JobState.HELD));
    }
}
