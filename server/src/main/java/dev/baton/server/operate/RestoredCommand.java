package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.server.NoServer;
import dev.baton.store.CommandResult;
import dev.baton.store.JobStore;
import dev.baton.store.NodeBeat;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.OperatorCommand.Restored;
import dev.baton.store.OperatorCommand.TurnOff;
import dev.baton.store.ScheduleView;
import dev.baton.store.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton restored}. */
@Command(
        name = "restored",
        description = {
            "Makes a database that was restored from an older backup safe to go on with: has fences go on far behind all that were given "
                    + "out since the backup, and switches off types of jobs, so that nothing is done again blindly.",
            "Without --apply it only says what it would do."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Every program has to be stopped, also those that cannot reach the database just now: while one is at work, nothing is done. Who "
                    + "asked and why is recorded with it, in one transaction. Done twice, it does no harm.",
            "Afterwards: start the programs, with Rails.restored(moment) where payments are sent; compare with what others have done since the "
                    + "backup; then baton resume --kill-type for one type after another.",
            "Exit code: 0, or 1 if a node lives, 2 if it is not understood, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Example:",
            "  ./baton restored --file app.db --hold wire.send --apply --reason 'the backup of 03:00'"
        })
public final class RestoredCommand implements Callable<Integer> {

    private static final int PAGE = 1_000;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    @Option(
            names = "--hold",
            paramLabel = "TYPE",
            description = "Switch off this type, until it is resumed. May be said several times, and with commas.",
            split = ",")
    private List<String> held = new ArrayList<>();

    @Option(
            names = "--hold-all",
            description = "Switch off every type of which there is a job that is not over, or a schedule.")
    private boolean all;

    @Option(names = "--hold-none", description = "All that waits may be done again.")
    private boolean none;

    @Option(names = "--apply", description = "Do it.")
    private boolean apply;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            description =
                    "On PostgreSQL, for how long to look whether a node that is on record still beats: longer than the "
                            + "heartbeat of any. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "15")
    private int watch;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    @SuppressWarnings("UnusedVariable") // it is there to refuse
    private NoServer noServer;

    @Mixin
    private Asker asker;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    RestoredCommand() {}

    @Override
    public Integer call() {
        int choices = (held.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (none ? 1 : 0);
        if (choices != 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say what must not be done again blindly: --hold TYPE, --hold-all, or --hold-none.");
        }
        By by = asker.by();
        if (apply && by.why().isBlank()) {
            throw new ParameterException(spec.commandLine(), "Say why, with --reason: it is recorded.");
        }
        return database.withStore(store -> {
            try {
                return restored(store, by);
            } catch (BatonException e) {
                if (!e.code().equals("ENGINE_RUNNING")) {
                    throw e;
                }
                return alive(e.getMessage() == null ? "" : e.getMessage());
            }
        });
    }

    private int restored(JobStore store, By by) {
        Optional<NodeBeat> living = living(store);
        if (living.isPresent()) {
            return alive("Node " + living.get().node() + " is at work.");
        }
        Instant now = store.clock().instant();
        var commands = new ArrayList<OperatorCommand>();
        commands.add(new Restored(by));
        types(store, now).forEach(type -> commands.add(new TurnOff(Switch.type(type), by)));
        List<CommandResult> results = apply ? store.command(commands, now) : store.rehearse(commands, now);
        for (int i = 0; i < commands.size(); i++) {
            tell(commands.get(i), results.get(i).orThrow());
        }
        if (!shown.isJson()) {
            tellWhatNext(now, commands.size() - 1);
        }
        return 0;
    }

    private int alive(String who) {
        spec.commandLine()
                .getErr()
                .println("baton: NODE_ALIVE: " + who + " Nothing was done: stop every program, and keep them stopped.");
        return ExitCodes.REFUSED;
    }

    /** Nodes of the time of the backup are on record as live, and whether one is can only be seen. */
    private Optional<NodeBeat> living(JobStore store) {
        List<NodeBeat> first = store.liveNodes();
        if (database.file().isPresent() || first.isEmpty()) {
            return Optional.empty(); // a file's engine holds a lock, which the store asks for
        }
        if (!shown.isJson()) {
            shown.line("Nodes on record: " + first.size() + "; looking for " + watch
                    + " s whether one of them, or another, still beats.");
        }
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(watch);
        while (System.nanoTime() < until) {
            pause();
            Optional<NodeBeat> moved = store.liveNodes().stream()
                    .filter(beat -> !first.contains(beat))
                    .findFirst();
            if (moved.isPresent()) {
                return moved;
            }
        }
        return Optional.empty();
    }

    private static void pause() {
        try {
            new CountDownLatch(1).await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BatonException("INTERRUPTED", "Nothing was done.", e);
        }
    }

    private Iterable<String> types(JobStore store, Instant now) {
        if (!all) {
            return new TreeSet<>(held);
        }
        var types = new TreeSet<String>();
        store.counts(1, now).forEach(count -> types.add(count.route().type()));
        List<ScheduleView> page = store.schedules().list(Optional.empty(), PAGE);
        while (!page.isEmpty()) {
            page.forEach(
                    schedule -> types.add(schedule.definition().job().route().type()));
            page = page.size() < PAGE
                    ? List.of()
                    : store.schedules()
                            .list(Optional.of(page.get(PAGE - 1).definition().name()), PAGE);
        }
        return types;
    }

    private void tell(OperatorCommand command, CommandResult.Applied applied) {
        if (shown.isJson()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("act", command.act());
            fields.put("target", command.target());
            fields.put("before", applied.before());
            fields.put("after", applied.after());
            fields.put("applied", apply);
            shown.json(fields);
        } else {
            String would = apply ? "" : "would be: ";
            shown.line(would + command.target() + " " + applied.before() + " -> " + applied.after());
        }
    }

    private void tellWhatNext(Instant now, int switchedOff) {
        if (!apply) {
            shown.line("Nothing was done. Say --apply, and --reason, to do it.");
            return;
        }
        shown.line("Now, in this order:");
        shown.line(
                "1. Start the programs; those that send payments with Rails.restored(Instant.parse(\"" + now + "\")).");
        shown.line("2. Compare with what others have done since the backup; cancel or skip what must not be repeated.");
        if (switchedOff > 0) {
            shown.line("3. baton resume --kill-type TYPE, one type after another.");
        }
    }
}
