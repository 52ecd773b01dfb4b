package dev.baton.server.operate;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton retry}, {@code cancel}, {@code skip} and {@code discard}: one act on some jobs, or on all that fit. */
@Command(
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Who asks and why is recorded with every job that was changed. Jobs whose state does not allow it are left as they are.",
            "Exit code: 0 if it was done to all of them, 1 if it was refused for some, 2 if the command is not understood, 3 if it "
                    + "failed; a code and what to do are then on standard error."
        })
public final class ActCommand implements Callable<Integer> {

    private final Act act;

    @Parameters(
            paramLabel = "ID",
            description = "The ids of jobs. Otherwise say which are meant, by the options.",
            arity = "0..*")
    private List<String> ids = List.of();

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private WhichJobs which;

    @Option(
            names = "--dry-run",
            description = "Only say what would come of it. For jobs that are meant by the options.")
    private boolean dryRun;

    @Mixin
    private Asker asker;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    private ActCommand(Act act) {
        this.act = act;
    }

    /** Adds the commands there are for single acts. */
    public static void addTo(CommandLine program) {
        add(program, Act.RETRY, "Has dead, held or retrying jobs tried again now, with all their attempts.");
        add(program, Act.CANCEL, "Calls jobs off. A pending one is over at once, a running one is asked to end.");
        add(program, Act.SKIP, "Has lanes go on without jobs that wait or are parked; they end as cancelled.");
        add(program, Act.DISCARD, "Gives dead or held jobs up; they end as cancelled.");
    }

    private static void add(CommandLine program, Act act, String what) {
        String name = act.name().toLowerCase(Locale.ROOT);
        var command = new CommandLine(new ActCommand(act));
        command.getCommandSpec().name(name).usageMessage().description(what);
        program.addSubcommand(name, command);
    }

    @Override
    public Integer call() {
        if (ids.isEmpty() == which.isAll()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say which jobs: either their ids, or by --queue, --type, --state, --lane or --code.");
        } else if (dryRun && !ids.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--dry-run is for jobs that are meant by options.");
        }
        By by = asker.by();
        return database.with(baton -> ids.isEmpty() ? onAll(baton, by) : onEach(baton, by));
    }

    private int onEach(Baton baton, By by) {
        List<JobId> jobs = ids.stream().map(JobId::parse).toList();
        boolean refused = false;
        for (JobId job : jobs) {
            CommandResult result = asked(baton, job, by);
            refused |= !(result instanceof CommandResult.Applied);
            tell(job, result);
        }
        return refused ? OperatedDatabase.REFUSED : 0;
    }

    private CommandResult asked(Baton baton, JobId job, By by) {
        return switch (act) {
            case RETRY -> baton.retry(job, by);
            case CANCEL -> baton.cancel(job, by);
            case SKIP -> baton.skip(job, by);
            case DISCARD -> baton.discard(job, by);
            default -> throw new IllegalStateException("There is no command for " + act);
        };
    }

    private void tell(JobId job, CommandResult result) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", job.toString());
        fields.put("result", result.code());
        if (result instanceof CommandResult.Applied applied) {
            fields.put("before", applied.before());
            fields.put("after", applied.after());
        } else if (result instanceof CommandResult.WrongState wrong) {
            fields.put("state", wrong.state().toString());
        }
        tell(fields);
    }

    /** In batches, so that many are no single transaction; what a dry run says is as they stand now. */
    private int onAll(Baton baton, By by) {
        JobFilter filter = which.filter();
        BulkResult result = dryRun ? baton.preview(act, filter) : baton.commandAll(act, filter, by);
        boolean refused = tell(result);
        while (result.rest().isPresent()) {
            JobId last = result.rest().get();
            result = dryRun ? baton.preview(act, filter, last) : baton.commandAll(act, filter, last, by);
            refused |= tell(result);
        }
        return refused ? OperatedDatabase.REFUSED : 0;
    }

    private boolean tell(BulkResult result) {
        result.touched().forEach((before, some) -> tell(count(dryRun ? "WOULD_APPLY" : "APPLIED", some)));
        result.refused().forEach((code, some) -> tell(count(code, some)));
        return result.refusedCount() > 0;
    }

    private static Map<String, Object> count(String what, BulkResult.Some some) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("result", what);
        fields.put("jobs", some.count());
        return fields;
    }

    private void tell(Map<String, Object> fields) {
        if (shown.isJson()) {
            shown.json(fields);
        } else {
            shown.out()
                    .println(String.join(
                            " ", fields.values().stream().map(Object::toString).toList()));
        }
    }
}
