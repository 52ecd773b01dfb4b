package dev.baton.server.operate;

import dev.baton.store.OperatorCommand.Act;
import java.util.List;
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
        OneAct.add(
                program,
                Act.RELEASE,
                new DecideCommand(Act.RELEASE),
                "Has held jobs run: somebody found out that their work was not done.");
        OneAct.add(
                program,
                Act.CONFIRM,
                new DecideCommand(Act.CONFIRM),
                "Ends held jobs as done: somebody found out that their work was done.");
        OneAct.add(
                program,
                Act.KILL,
                new DecideCommand(Act.KILL),
                "Ends running jobs without waiting for their handlers.");
        OneAct.add(
                program,
                Act.REDACT,
                new DecideCommand(Act.REDACT),
                "Removes the data of jobs that are over, for good.");
    }

    @Override
    public Integer call() {
        return place.with(jobs -> OneAct.onEach(jobs, act, ids, asker, shown));
    }
}
