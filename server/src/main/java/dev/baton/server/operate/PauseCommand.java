package dev.baton.server.operate;

import dev.baton.store.Switch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton pause} and {@code baton resume}. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A queue is paused as a matter of routine; --kill-queue, --kill-type and --kill-lane are switches for emergencies, and are "
                    + "turned on again by nothing but the same option of baton resume. All of it holds for every process, and stays "
                    + "as it is whoever restarts. What runs goes on.",
            "Without a name: what is paused or switched off.",
            "Exit code: 0, 2 if the command is not understood, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton pause --file app.db mail --reason 'provider is down'",
            "  ./baton pause --server https://jobs.example.com --token-file ~/.baton-token --kill-type wire.send"
        })
public final class PauseCommand implements Callable<Integer> {

    private final boolean off;

    @Parameters(paramLabel = "QUEUE", description = "A queue.", arity = "0..1")
    private @Nullable String queue;

    @Option(names = "--kill-queue", paramLabel = "NAME", description = "The emergency switch of a queue.")
    private @Nullable String killedQueue;

    @Option(names = "--kill-type", paramLabel = "NAME", description = "The emergency switch of a job type.")
    private @Nullable String killedType;

    @Option(names = "--kill-lane", paramLabel = "NAME", description = "The emergency switch of a lane.")
    private @Nullable String killedLane;

    @Mixin
    private OperatedPlace place;

    @Mixin
    private Asker asker;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    private PauseCommand(boolean off) {
        this.off = off;
    }

    /** Adds both of them. */
    public static void addTo(CommandLine program) {
        add(program, "pause", "Has nothing taken from a queue until it is resumed.", true);
        add(program, "resume", "Has jobs taken from a queue again.", false);
    }

    private static void add(CommandLine program, String name, String what, boolean off) {
        var command = new CommandLine(new PauseCommand(off));
        command.getCommandSpec().name(name).usageMessage().description(what);
        program.addSubcommand(name, command);
    }

    @Override
    public Integer call() {
        List<Switch> named = named();
        if (named.size() > 1) {
            throw new ParameterException(spec.commandLine(), "One at a time, so that each is on record by itself.");
        } else if (named.isEmpty() && !off) {
            throw new ParameterException(spec.commandLine(), "Say what is to go on.");
        }
        return place.with(jobs -> {
            List<Switch> left = named.isEmpty() ? jobs.off() : jobs.turn(named.get(0), off, asker);
            left.forEach(this::tell);
            return 0;
        });
    }

    private List<Switch> named() {
        var named = new ArrayList<Switch>();
        if (queue != null) {
            named.add(Switch.pause(queue));
        }
        if (killedQueue != null) {
            named.add(Switch.queue(killedQueue));
        }
        if (killedType != null) {
            named.add(Switch.type(killedType));
        }
        if (killedLane != null) {
            named.add(Switch.lane(killedLane));
        }
        return named;
    }

    private void tell(Switch each) {
        if (shown.isJson()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("off", each.kind().name());
            fields.put("name", each.name());
            shown.json(fields);
        } else {
            shown.line("off: " + each);
        }
    }
}
