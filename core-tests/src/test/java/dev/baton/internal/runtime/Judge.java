package dev.baton.internal.runtime;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.observe.Event;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.ClaimRequest;
import dev.baton.store.CommandResult;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.memory.Rows;
import dev.baton.store.memory.Rows.Place;
import dev.baton.store.memory.Rows.Row;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows after every transaction with those before it, and says if that is more than the transaction may do. It
 * knows nothing of how the engine decides.
 */
final class Judge {

    private static final Set<String> WRITES =
            Set.of("insert", "claim", "finish", "recover", "prune", "command", "checkpoint", "progress");

    private final World world;
    private final Rows rows;
    private final HandlerLog log;
    private final Map<JobId, Known> known = new LinkedHashMap<>();
    private final Map<NodeId, Long> beats = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private long lastFence;

    /** What was so after the transaction before. */
    private static final class Known {
        private Row row;
        private final List<AttemptView> attempts = new ArrayList<>();

        Known(Row row) {
            this.row = row;
        }
    }

    /** A transaction that was carried out. */
    private record Deed(
            String who,
            String verb,
            List<?> arguments,
            @Nullable Object answer) {
        boolean ends(JobId job, long fence) {
            return verb.equals("finish")
                    && of(Finish.class).stream().anyMatch(each -> each.id().equals(job) && each.fence() == fence);
        }

        boolean kills(JobId job) {
            return commands().stream()
                    .anyMatch(each -> each instanceof OperatorCommand.OnJob onJob
                            && onJob.job().equals(job)
                            && onJob.what() == OperatorCommand.Act.KILL);
        }

        List<?> answers() {
            return (List<?>) Objects.requireNonNull(answer);
        }

        List<OperatorCommand> commands() {
            return verb.equals("command") ? of(OperatorCommand.class) : List.of();
        }

        private <T> List<T> of(Class<T> type) {
            return ((List<?>) arguments.get(0)).stream().map(type::cast).toList();
        }
    }

    Judge(World world, Rows rows, HandlerLog log) {
        this.world = world;
        this.rows = rows;
        this.log = log;
    }

    void require(boolean so, Supplier<String> otherwise) {
        world.require(so, otherwise);
    }

    void died(Member member) {
        log.died(member);
    }

    void told(Member member, Event event) {
        log.told(member, event);
    }

    /** A transaction was carried out, whether or not its answer will arrive. */
    void sees(String who, String verb, List<?> arguments, @Nullable Object answer) {
        var deed = new Deed(who, verb, arguments, answer);
        watchNodes(deed);
        if (WRITES.contains(verb)) {
            compare(deed);
        }
    }

    private void watchNodes(Deed deed) {
        switch (deed.verb()) {
            case "join" -> beats.put((NodeId) deed.arguments().get(0), world.now());
            case "beat" -> {
                if (Boolean.TRUE.equals(deed.answer())) {
                    beats.put((NodeId) deed.arguments().get(0), world.now());
                }
            }
            case "declareDead" -> {
                if (Boolean.TRUE.equals(deed.answer())) {
                    var silent = (NodeBeat) deed.arguments().get(0);
                    double silence = world.now() - beats.getOrDefault(silent.node(), world.now());
                    world.count("node declared dead");
                    world.note("declares dead", 0, () -> deed.who() + " declares " + silent.node() + " dead");
                    require(
                            silence >= Simulation.LEASE.toNanos() / (1 + Simulation.DRIFT),
                            () -> deed.who() + " took " + silent.node() + " for dead, which was silent for "
                                    + silence / 1e9 + " s only");
                }
            }
            default -> {}
        }
    }

    private void compare(Deed deed) {
        long fenceBefore = lastFence;
        rows.forEach(row -> {
            Known before = known.get(row.id());
            if (before == null) {
                add(row, deed);
            } else {
                compareAttempts(before, row, deed);
                if (before.row.place() != row.place() || before.row.fence() != row.fence()) {
                    world.note(
                            row.place().name(),
                            row.fence(),
                            () -> String.format(
                                    "%s %s: %s %s -> %s%s",
                                    deed.who(),
                                    deed.verb(),
                                    shown(row),
                                    before.row.place(),
                                    row.place(),
                                    row.fence() > 0 ? " under " + row.fence() : ""));
                    compareMove(before.row, row, deed, fenceBefore);
                }
                before.row = row;
            }
        });
        known.entrySet().removeIf(each -> !rows.has(each.getKey()) && mayBeGone(each.getValue(), deed));
        noteCommands(deed);
        noteEnds(deed);
    }

    private static String shown(Row row) {
        return row.route().type() + " "
                + row.turn()
                        .map(turn -> turn.lane() + "#" + turn.sequence() + " ")
                        .orElse("")
                + row.id();
    }

    private void add(Row row, Deed deed) {
        require(
                deed.verb().equals("insert") || deed.verb().equals("command"),
                () -> deed.verb() + " made a job: " + shown(row));
        require(row.place() == Place.PENDING, () -> "A new job stands where it should not: " + row);
        row.turn().ifPresent(turn -> {
            long expected = numbers.getOrDefault(turn.lane(), 0L) + 1;
            require(turn.sequence() == expected, () -> "Number " + expected + " of its lane was due to " + row);
            numbers.put(turn.lane(), expected);
        });
        known.put(row.id(), new Known(row));
        world.note("new", row.id().hashCode(), () -> deed.who() + " adds " + shown(row));
    }

    private boolean mayBeGone(Known gone, Deed deed) {
        boolean over = gone.row.place() == Place.OVER;
        require(
                deed.verb().equals("prune")
                        && over
                        && Rows.endedAt(gone.attempts)
                                .isBefore((Instant) deed.arguments().get(0)),
                () -> deed.verb() + " lost " + shown(gone.row) + ", which was " + gone.row.place());
        world.count("job pruned");
        return true;
    }

    private void compareAttempts(Known before, Row row, Deed deed) {
        List<AttemptView> now = row.attempts();
        int seen = before.attempts.size();
        require(now.size() >= seen, () -> deed.verb() + " erased an attempt of " + shown(row));
        for (int i = 0; i < seen; i++) {
            int which = i;
            require(
                    now.get(i).equals(before.attempts.get(i)),
                    () -> deed.verb() + " changed attempt " + which + " of " + shown(row));
        }
        for (AttemptView added : now.subList(seen, now.size())) {
            require(before.row.place() != Place.OVER, () -> deed.verb() + " ended twice: " + shown(row) + " " + now);
            if (added.fence() != 0) {
                long numbered = before.attempts.stream()
                        .filter(each -> each.fence() != 0)
                        .count();
                require(
                        before.row.place() == Place.RUNNING && before.row.fence() == added.fence(),
                        () -> "An attempt that did not run has ended: " + added + " of " + before.row);
                require(added.number() == numbered + 1, () -> "Attempts are not counted: " + now + " of " + shown(row));
            }
            before.attempts.add(added);
        }
        Kind last = now.isEmpty() ? Kind.RETRIED : now.get(now.size() - 1).kind();
        boolean ended = last == Kind.DONE || last == Kind.CANCELLED;
        require(ended == (row.place() == Place.OVER), () -> shown(row) + " is " + row.place() + " after " + now);
    }

    private void compareMove(Row before, Row now, Deed deed, long fenceBefore) {
        require(before.place() != Place.OVER, () -> deed.verb() + " brought back " + shown(now));
        if (now.place() == Place.RUNNING) {
            compareClaim(before, now, deed, fenceBefore);
        } else if (before.place() == Place.RUNNING) {
            compareEnd(before, now, deed);
        } else {
            require(
                    deed.verb().equals("command"),
                    () -> deed.verb() + " moved " + shown(now) + " from " + before.place() + " to " + now.place());
        }
    }

    private void compareClaim(Row before, Row now, Deed deed, long fenceBefore) {
        require(
                deed.verb().equals("claim") && before.place() == Place.PENDING,
                () -> deed.verb() + " runs " + shown(now) + " that was " + before);
        require(now.fence() > fenceBefore, () -> "A fence that is not larger than all before it: " + now);
        lastFence = Math.max(lastFence, now.fence());
        NodeId claimer = ((ClaimRequest) deed.arguments().get(0)).node();
        require(now.node().equals(Optional.of(claimer)), () -> claimer + " claimed for another: " + now);
        require(rows.isLive(claimer), () -> claimer + " is not live and claimed " + shown(now));
        now.turn().ifPresent(turn -> compareLane(turn, now, deed));
    }

    /** Nobody of the lane runs but those of the same run, and nobody before it waits, or keeps the lane closed. */
    private void compareLane(Turn turn, Row now, Deed deed) {
        if (now.runHead() != turn.sequence()) {
            world.count("job claimed behind another of its lane");
        }
        for (JobId id : rows.lane(turn.lane())) {
            Row other = rows.row(id);
            long number = other.turn().orElseThrow().sequence();
            boolean sameRun = other.place() == Place.RUNNING && other.fence() == now.fence();
            boolean before = number < turn.sequence()
                    && (other.place() == Place.PENDING || other.place() == Place.RUNNING || other.blocks());
            boolean beside = number != turn.sequence() && other.place() == Place.RUNNING;
            require(
                    sameRun || !(before || beside),
                    () -> deed.who() + " claimed " + shown(now) + " though " + shown(other) + " is " + other.place());
        }
    }

    private void compareEnd(Row before, Row now, Deed deed) {
        boolean byOwner = deed.ends(before.id(), before.fence());
        boolean byRecovery =
                deed.verb().equals("recover") && !rows.isLive(before.node().orElseThrow());
        require(
                byOwner || byRecovery || deed.kills(before.id()),
                () -> deed.who() + ", with " + deed.verb() + ", ended " + shown(now) + " that " + before.node()
                        + (rows.isLive(before.node().orElseThrow()) ? ", a live node, " : " ") + "runs under "
                        + before.fence());
        if (byRecovery) {
            boolean lost = now.attempts().stream().anyMatch(each -> each.fence() == before.fence());
            world.count(lost ? "job recovered" : "job recovered that had not begun");
            require(
                    lost || !log.hasBegun(before.id(), before.fence()),
                    () -> shown(now) + " was lost, and is not told so");
        }
        boolean done = now.place() == Place.OVER
                && byOwner
                && now.attempts().get(now.attempts().size() - 1).kind() == Kind.DONE;
        if (done && now.turn().isPresent()) {
            Turn turn = now.turn().get();
            for (JobId id : rows.lane(turn.lane())) {
                Row other = rows.row(id);
                long number = other.turn().orElseThrow().sequence();
                boolean goesFirst = other.place() == Place.PENDING || other.place() == Place.RUNNING || other.blocks();
                require(
                        number < before.runHead() || number > turn.sequence() || !goesFirst,
                        () -> shown(now) + " left its lane before " + shown(other) + ", which is " + other.place());
            }
        }
    }

    private void noteEnds(Deed deed) {
        if (deed.verb().equals("finish")) {
            deed.answers().forEach(each -> world.count("end " + ((Finished) each).answer()));
        }
    }

    private void noteCommands(Deed deed) {
        List<OperatorCommand> commands = deed.commands();
        for (int i = 0; i < commands.size(); i++) {
            OperatorCommand command = commands.get(i);
            var result = (CommandResult) deed.answers().get(i);
            boolean applied = result instanceof CommandResult.Applied;
            world.count("command " + command.act() + (applied ? "" : " refused"));
            world.note(
                    command.act(),
                    result.code().hashCode(),
                    () -> deed.who() + " " + command.act() + " " + command.target() + ": " + result);
            if (applied
                    && command instanceof OperatorCommand.OnJob onJob
                    && onJob.what() == OperatorCommand.Act.RELEASE) {
                log.cleared(onJob.job(), lastFence + 1);
            }
        }
    }

    /** How many jobs there are. */
    int jobs() {
        return known.size();
    }
}
