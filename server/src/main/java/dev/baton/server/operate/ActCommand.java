package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.store.OperatorCommand.Act;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
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
                    + "failed; a code and what to do are then on standard error.",
            "",
            "Examples, for any of retry, cancel, skip and discard:",
            "  ./baton retry --file app.db --state DEAD --code TIMEOUT --dry-run",
            "  ./baton skip --server https://jobs.example.com --token-file ~/.baton-token "
                    + "0193a1b2-0000-7000-8000-000000000001 --reason refunded"
        })
public final class ActCommand implements Callable<Integer> {

    private final Act act;

    @Parameters(
            paramLabel = "ID",
            description = "The ids of jobs. Otherwise say which are meant, by the options.",
            arity = "0..*")
    private List<String> ids = List.of();

    @Mixin
    private OperatedPlace place;

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

    /** Adds all of them. */
    public static void addTo(CommandLine program) {
        OneAct.add(
                program,
                Act.RETRY,
                new ActCommand(Act.RETRY),
                "Has dead, held or retrying jobs tried again now, with all their attempts.");
        OneAct.add(
                program,
                Act.CANCEL,
                new ActCommand(Act.CANCEL),
                "Calls jobs off. A pending one is over at once, a running one is asked to end.");
        OneAct.add(
                program,
                Act.SKIP,
                new ActCommand(Act.SKIP),
                "Has lanes go on without jobs that wait or are parked; they end as cancelled.");
        OneAct.add(
                program,
                Act.DISCARD,
                new ActCommand(Act.DISCARD),
                "Gives dead or held jobs up; they end as cancelled.");
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
        return place.with(jobs -> ids.isEmpty() ? onAll(jobs) : OneAct.onEach(jobs, act, ids, asker, shown));
    }

    /** In batches, so that many are no single transaction; what a dry run says is as they stand now. */
    private int onAll(Place jobs) {
        boolean refused = false;
        Optional<JobId> rest = Optional.empty();
        do {
            Place.Batch batch = jobs.actOnAll(act, which.filter(), rest, dryRun, asker);
            batch.applied().forEach((before, count) -> tell(dryRun ? "WOULD_APPLY" : "APPLIED", count));
            batch.refused().forEach(this::tell);
            refused |= !batch.refused().isEmpty();
            rest = batch.rest();
        } while (rest.isPresent());
        return refused ? ExitCodes.REFUSED : 0;
    }

    private void tell(String what, int jobs) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("result", what);
        fields.put("jobs", jobs);
        shown.words(fields);
    }
}
