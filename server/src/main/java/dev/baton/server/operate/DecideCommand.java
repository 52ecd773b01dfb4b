package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.server.client.Told;
import dev.baton.store.OperatorCommand.Act;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code baton release}, {@code confirm}, {@code kill} and {@code redact}: what somebody has to decide job by job. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Who asks and why is recorded with every job that was changed. Jobs whose state does not allow it are left as they are.",
            "Exit code: 0 if it was done to all of them, 1 if it was refused for some, 2 if the command is not understood, 3 if it "
                    + "failed; a code and what to do are then on standard error.",
            "",
            "Example, for any of release, confirm, kill and redact:",
            "  ./baton confirm --file app.db 0193a1b2-0000-7000-8000-000000000001 --reason 'the bank has it'"
        })
public final class DecideCommand implements Callable<Integer> {

    private final Act act;

    @Parameters(paramLabel = "ID", description = "The ids of jobs.", arity = "1..*")
    private List<String> ids = List.of();

    @Mixin
    private OperatedPlace place;

    @Mixin
    private Asker asker;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    private DecideCommand(Act act) {
        this.act = act;
    }

    /** Adds all of them. */
    public static void addTo(CommandLine program) {
        add(program, Act.RELEASE, "Has held jobs run: somebody found out that their work was not done.");
        add(program, Act.CONFIRM, "Ends held jobs as done: somebody found out that their work was done.");
        add(program, Act.KILL, "Ends running jobs without waiting for their handlers.");
        add(program, Act.REDACT, "Removes the data of jobs that are over, for good.");
    }

    private static void add(CommandLine program, Act act, String what) {
        String name = act.name().toLowerCase(Locale.ROOT);
        var command = new CommandLine(new DecideCommand(act));
        command.getCommandSpec().name(name).usageMessage().description(what);
        program.addSubcommand(name, command);
    }

    @Override
    public Integer call() {
        return place.with(jobs -> onEach(jobs, act, ids, asker, shown));
    }

    /** Does this to one after another; none is touched if one of the ids is none. */
    static int onEach(Place jobs, Act act, List<String> ids, Asker asker, Shown shown) {
        List<JobId> wanted = ids.stream().map(JobId::parse).toList();
        boolean refused = false;
        for (JobId job : wanted) {
            Told result = jobs.act(act, job, asker);
            refused |= !result.text("result").equals("APPLIED");
            var fields = new LinkedHashMap<String, Object>();
            fields.put("id", job.toString());
            fields.putAll(result.fields());
            shown.words(fields);
        }
        return refused ? ExitCodes.REFUSED : 0;
    }
}
