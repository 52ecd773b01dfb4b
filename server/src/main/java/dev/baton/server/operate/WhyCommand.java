package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.observe.Reason;
import java.util.LinkedHashMap;
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
                    + "would run it, such as that all its slots are taken, is not among it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0, 1 if there is no such job, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Example:",
            "  ./baton why --file app.db 0193a1b2-0000-7000-8000-000000000001"
        })
public final class WhyCommand implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    WhyCommand() {}

    @Override
    public Integer call() {
        return database.with(baton -> {
            List<Reason> reasons = baton.why(JobId.parse(id));
            reasons.forEach(this::tell);
            boolean unknown = reasons.stream().anyMatch(reason -> reason.cause() == Reason.Cause.UNKNOWN_JOB);
            return unknown ? OperatedDatabase.REFUSED : 0;
        });
    }

    private void tell(Reason reason) {
        if (shown.isJson()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("cause", reason.cause().name());
            fields.put("text", reason.text());
            fields.put("remedy", reason.remedy());
            shown.json(fields);
        } else {
            shown.out().println(reason.cause() + ": " + reason.text() + " " + reason.remedy());
        }
    }
}
