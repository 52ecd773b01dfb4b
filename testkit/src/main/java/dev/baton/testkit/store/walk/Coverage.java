package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobState.Command;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.CommandResult.Applied;
import dev.baton.store.CommandResult.WrongState;
import dev.baton.store.Finished;
import dev.baton.store.NodeBeat;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Recovered;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which commands were tried on jobs of which state, and what came of it. An answer that the table of moves does not have is a
 * violation at once; a cell of the table to which no walk came is one at the end. Not for several threads.
 */
final class Coverage {

    private record Cell(JobState state, Command command) {}

    private record Move(Cell cell, JobState to) {}

    private final Map<Move, Long> moves = new HashMap<>();
    private final Map<Cell, Long> refusals = new HashMap<>();
    private final Map<String, Long> steps = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();
    private long taken;

    /** Counts what a step came to. Answers what the table of moves does not allow. */
    List<String> after(Dump before, Step step, Object answer) {
        violations.clear();
        taken++;
        steps.merge(
                step.getClass().getSimpleName() + (answer instanceof Refused no ? " " + no.code() : ""), 1L, Long::sum);
        if (step instanceof Step.Command command && answer instanceof List<?> results) {
            commands(command.commands(), results);
        } else if (step instanceof Step.Finish finish && answer instanceof List<?> results) {
            finishes(before, finish.ends(), results);
        } else if (step instanceof Step.Claim claim && answer instanceof Claimed claimed) {
            claims(before, claim, claimed);
        } else if (answer instanceof Recovered recovered) {
            recoveries(before, recovered);
        }
        return List.copyOf(violations);
    }

    private void commands(List<OperatorCommand> commands, List<?> results) {
        for (int i = 0; i < commands.size(); i++) {
            CommandResult result = (CommandResult) results.get(i);
            steps.merge("Command " + commands.get(i).act() + " " + result.code(), 1L, Long::sum);
            if (commands.get(i) instanceof OperatorCommand.OnJob onJob) {
                command(onJob.what().command(), result);
            } else if (commands.get(i) instanceof OperatorCommand.Replace) {
                command(Command.REPLACE, result);
            }
        }
    }

    private void command(Command command, CommandResult result) {
        if (result instanceof Applied applied) {
            JobState before = state(applied.before());
            moved(before, command, command == Command.REPLACE ? JobState.CANCELLED : state(applied.after()));
        } else if (result instanceof WrongState wrong) {
            refused(wrong.state(), command);
        }
    }

    private static JobState state(String name) {
        return JobState.valueOf(name.toUpperCase(Locale.ROOT));
    }

    private void finishes(Dump before, List<Step.End> ends, List<?> results) {
        Set<JobId> seen = new HashSet<>();
        for (int i = 0; i < ends.size(); i++) {
            Step.End end = ends.get(i);
            Finished finished = (Finished) results.get(i);
            steps.merge("Finish " + finished.answer(), 1L, Long::sum);
            Dump.Job job = seen.add(end.job()) ? before.jobs().get(end.job()) : null;
            boolean counted = finished.answer() == Finished.Answer.RECORDED
                    || (finished.answer() == Finished.Answer.OUT_OF_TURN
                            && job != null
                            && job.state() == JobState.RUNNING
                            && !finished.state().equals(Optional.of(JobState.RUNNING)));
            if (counted) {
                moved(JobState.RUNNING, end.ending().command(), finished.state().orElseThrow());
            } else if (job != null && job.state() != JobState.RUNNING) {
                refused(job.state(), end.ending().command());
            }
        }
    }

    /** What comes behind the first of its lane in one claim was next by then, though nobody ever saw it ready. */
    private void claims(Dump before, Step.Claim step, Claimed claimed) {
        boolean live = before.rest().live().stream()
                .map(NodeBeat::node)
                .anyMatch(step.request().node()::equals);
        Set<String> lanes = new HashSet<>();
        Set<JobId> taken = new HashSet<>();
        for (Claim claim : claimed.claims()) {
            boolean follows =
                    claim.turn().filter(turn -> !lanes.add(turn.lane())).isPresent();
            JobState state = before.job(claim.id()).state();
            moved(follows && state == JobState.WAITING ? JobState.READY : state, Command.CLAIM, JobState.RUNNING);
            taken.add(claim.id());
        }
        before.jobs().forEach((id, job) -> {
            boolean asked =
                    step.request().isOpen(job.view().route()) && step.request().isWanted(id);
            if (live && !taken.contains(id) && asked) {
                refused(job.state(), Command.CLAIM);
            }
        });
    }

    private void recoveries(Dump before, Recovered recovered) {
        Set<JobId> gone = new HashSet<>();
        for (Recovered.Moved moved : recovered.moved()) {
            moved(JobState.RUNNING, Command.RECOVER, moved.to());
            gone.add(moved.id());
        }
        before.jobs().forEach((id, job) -> {
            if (!gone.contains(id)) {
                refused(job.state(), Command.RECOVER);
            }
        });
    }

    private void moved(JobState from, Command command, JobState to) {
        moves.merge(new Move(new Cell(from, command), to), 1L, Long::sum);
        if (!from.after(command).contains(to)) {
            violations.add("the table of moves does not have " + command + " from " + from + " to " + to);
        }
    }

    /** Of a cell that is allowed somewhere, such as a claim that had no room, that is nothing to count. */
    private void refused(JobState state, Command command) {
        boolean never = state.after(command).isEmpty();
        if (never) {
            refusals.merge(new Cell(state, command), 1L, Long::sum);
        } else if (command != Command.CLAIM && command != Command.RECOVER) {
            violations.add("the table of moves has " + command + " from " + state + ", and it was refused");
        }
    }

    void add(Coverage other) {
        taken += other.taken;
        other.moves.forEach((move, times) -> moves.merge(move, times, Long::sum));
        other.refusals.forEach((cell, times) -> refusals.merge(cell, times, Long::sum));
        other.steps.forEach((step, times) -> steps.merge(step, times, Long::sum));
    }

    /** How many steps were taken. */
    long steps() {
        return taken;
    }

    /** To how many cells somebody came. */
    long cells() {
        return all().filter(cell -> times(cell) > 0).count();
    }

    /** The cells to which nobody came. */
    List<String> missing() {
        return all().filter(cell -> times(cell) == 0)
                .map(cell -> cell.command() + " on " + cell.state())
                .toList();
    }

    private static Stream<Cell> all() {
        return Arrays.stream(JobState.values())
                .flatMap(state -> Arrays.stream(Command.values()).map(command -> new Cell(state, command)));
    }

    private long times(Cell cell) {
        return refusals.getOrDefault(cell, 0L)
                + moves.entrySet().stream()
                        .filter(entry -> entry.getKey().cell().equals(cell))
                        .mapToLong(Map.Entry::getValue)
                        .sum();
    }

    /** A line for each command, a column for each state: how often it was carried out, or in brackets how often refused. */
    String table() {
        var table = new StringBuilder("%-17s".formatted("command"));
        for (JobState state : JobState.values()) {
            table.append("%11s".formatted(state));
        }
        for (Command command : Command.values()) {
            table.append("%n%-17s".formatted(command.name().toLowerCase(Locale.ROOT)));
            for (JobState state : JobState.values()) {
                var cell = new Cell(state, command);
                boolean never = state.after(command).isEmpty();
                table.append("%11s".formatted(never ? "(" + times(cell) + ")" : times(cell)));
            }
        }
        return table.append("%n%nmoves never made: %s%nsteps: %s%n".formatted(neverMade(), steps))
                .toString();
    }

    private String neverMade() {
        return Arrays.stream(JobState.values())
                .flatMap(state -> Arrays.stream(Command.values())
                        .flatMap(command -> state.after(command).stream()
                                .sorted()
                                .map(to -> new Move(new Cell(state, command), to))))
                .filter(move -> !moves.containsKey(move))
                .map(move -> move.cell().command() + " from " + move.cell().state() + " to " + move.to())
                .collect(Collectors.joining(", ", "", ""));
    }
}
