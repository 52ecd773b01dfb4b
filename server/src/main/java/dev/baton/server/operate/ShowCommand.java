package dev.baton.server.operate;

import dev.baton.Baton;
import dev.baton.internal.show.JobFields;
import dev.baton.job.JobId;
import dev.baton.observe.Reason;
import dev.baton.store.AttemptView;
import dev.baton.store.JobView;
import dev.baton.store.Payload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baton show}. */
@Command(
        name = "show",
        description = "A job: what it is, where it stands and why, and every attempt at it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0, 1 if there is no such job, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Example:",
            "  ./baton show --file app.db 0193a1b2-0000-7000-8000-000000000001"
        })
public final class ShowCommand implements Callable<Integer> {

    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id;

    @Mixin
    private OperatedDatabase database;

    @Option(names = "--payload", description = "Its data, too. It may hold what is nobody's business.")
    private boolean withPayload;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    ShowCommand() {}

    @Override
    public Integer call() {
        return database.with(baton -> {
            JobId wanted = JobId.parse(id);
            Optional<JobView> found = baton.find(wanted);
            if (found.isEmpty()) {
                shown.out().println("There is no job " + wanted + "; it may have been removed when its time was over.");
                return OperatedDatabase.REFUSED;
            }
            Map<String, Object> fields = fields(baton, found.get());
            List<AttemptView> attempts = baton.attempts(wanted);
            if (shown.isJson()) {
                fields.put(
                        "history",
                        attempts.stream()
                                .map(attempt -> JobFields.of(attempt, true))
                                .toList());
                shown.json(fields);
            } else {
                fields.forEach((name, value) -> shown.out().println(name + " ".repeat(16 - name.length()) + value));
                tellWhy(baton.why(wanted));
                tellAttempts(attempts);
            }
            return 0;
        });
    }

    private Map<String, Object> fields(Baton baton, JobView job) {
        var fields = new LinkedHashMap<>(JobFields.of(job));
        Optional<Payload> payload = baton.payload(job.id());
        payload.ifPresent(data -> fields.put("payload_sha256", data.sha256()));
        if (withPayload) {
            payload.ifPresent(data -> fields.put("payload", data.isRedacted() ? "(removed)" : data.json()));
        }
        return fields;
    }

    private void tellWhy(List<Reason> reasons) {
        reasons.forEach(reason -> shown.out().println("why             " + reason.text() + " " + reason.remedy()));
    }

    private void tellAttempts(List<AttemptView> attempts) {
        if (!attempts.isEmpty()) {
            shown.out().println();
            shown.table(
                    List.of("attempt", "began", "ended", "kind", "code", "message"),
                    attempts.stream().map(ShowCommand::row).toList());
        }
    }

    private static List<String> row(AttemptView attempt) {
        return List.of(
                attempt.number() == 0 ? "-" : String.valueOf(attempt.number()),
                attempt.claimedAt().toString(),
                attempt.endedAt().toString(),
                attempt.kind().name(),
                attempt.detail().code(),
                attempt.detail().message().lines().findFirst().orElse(""));
    }
}
