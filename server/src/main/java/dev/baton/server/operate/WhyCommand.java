package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.observe.Reason;
import dev.baton.server.client.Told;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code baton why}. */
@Command(
        name = "why",
        description = {
            "Why a job does not run, and what would make it: everything that the database knows. What only the process knows that "
                    + "would run it, such as that all its slots are taken, is not among it; a server says that of its own process, too."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0, 1 if there is no such job, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton why --file app.db 0193a1b2-0000-7000-8000-000000000001",
            "  ./baton why --server http://localhost:7070 0193a1b2-0000-7000-8000-000000000001"
        })
public final class WhyCommand implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id;

    @Mixin
    private OperatedPlace place;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    WhyCommand() {}

    @Override
    public Integer call() {
        return place.with(jobs -> {
            List<Told> reasons = jobs.why(JobId.parse(id));
            reasons.forEach(this::tell);
            return reasons.stream().anyMatch(WhyCommand::isUnknown) ? ExitCodes.REFUSED : 0;
        });
    }

    private static boolean isUnknown(Told reason) {
        return reason.text("cause").equals(Reason.Cause.UNKNOWN_JOB.name());
    }

    private void tell(Told reason) {
        if (shown.isJson()) {
            shown.json(reason.fields());
        } else {
            shown.line(reason.text("cause") + ": " + reason.text("text") + " " + reason.text("remedy"));
        }
    }
}
