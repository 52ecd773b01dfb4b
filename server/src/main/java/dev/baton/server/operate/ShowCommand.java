package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.server.client.Told;
import java.util.LinkedHashMap;
import java.util.List;
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
            "Examples:",
            "  ./baton show --file app.db 0193a1b2-0000-7000-8000-000000000001",
            "  ./baton show --server https://jobs.example.com --token-file ~/.baton-token 0193a1b2-0000-7000-8000-000000000001"
        })
public final class ShowCommand implements Callable<Integer> {

    private static final int NAME_WIDTH = 16;

    @Parameters(paramLabel = "ID", description = "The job's id.")
    private String id;

    @Mixin
    private OperatedPlace place;

    @Option(
            names = "--payload",
            description =
                    "Its data, too. It may hold what is nobody's business; a server shows it to payload-viewers, without what is "
                            + "sensitive.")
    private boolean withPayload;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    ShowCommand() {}

    @Override
    public Integer call() {
        return place.with(jobs -> {
            JobId wanted = JobId.parse(id);
            Optional<Told> found = jobs.find(wanted, withPayload);
            if (found.isEmpty()) {
                shown.line("There is no job " + wanted + "; it may have been removed when its time was over.");
                return ExitCodes.REFUSED;
            }
            List<Told> attempts = jobs.attempts(wanted);
            if (shown.isJson()) {
                var fields = new LinkedHashMap<>(found.get().fields());
                fields.put("history", attempts.stream().map(Told::fields).toList());
                shown.json(fields);
            } else {
                found.get().fields().forEach((name, value) -> line(name, value.toString()));
                jobs.why(wanted).forEach(reason -> line("why", reason.text("text") + " " + reason.text("remedy")));
                tellAttempts(attempts);
            }
            return 0;
        });
    }

    private void line(String name, String value) {
        shown.line(name + " ".repeat(Math.max(1, NAME_WIDTH - name.length())) + value);
    }

    private void tellAttempts(List<Told> attempts) {
        if (!attempts.isEmpty()) {
            shown.line("");
            shown.table(
                    List.of("attempt", "began", "ended", "kind", "code", "message"),
                    attempts.stream().map(ShowCommand::row).toList());
        }
    }

    private static List<String> row(Told attempt) {
        String number = attempt.text("attempt");
        return List.of(
                number.equals("0") ? "-" : number,
                attempt.text("claimed_at"),
                attempt.text("ended_at"),
                attempt.text("kind"),
                attempt.text("code"),
                attempt.text("message").lines().findFirst().orElse(""));
    }
}
