package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.server.client.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton list}. */
@Command(
        name = "list",
        description = "The newest jobs that fit, wherever they stand, with how the last attempt of each ended.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0, 2 if the command is not understood, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton list --file app.db --state DEAD",
            "  ./baton list --url jdbc:postgresql://db.example/shop --type receipt.send --json --limit 1000",
            "  ./baton list --server https://jobs.example.com --token-file ~/.baton-token --lane alice"
        })
public final class ListCommand implements Callable<Integer> {

    private static final int LIMIT_MAX = 100_000;
    private static final Pattern FRACTION = Pattern.compile("\\.\\d+Z$");

    @Mixin
    private OperatedPlace place;

    @Mixin
    private WhichJobs which;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many, up to 100,000. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "50")
    private int limit;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Only those that are older than this one: the next page.")
    private @Nullable String after;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    ListCommand() {}

    @Override
    public Integer call() {
        if (limit < 1 || limit > LIMIT_MAX) {
            throw new ParameterException(spec.commandLine(), "--limit is from 1 to 100,000.");
        }
        return place.with(jobs -> {
            Optional<JobId> from = Optional.ofNullable(after).map(JobId::parse);
            if (shown.isJson()) { // a page at a time: who reads on need not wait for the last
                jobs.pages(which.filter(), from, limit, page -> page.forEach(job -> shown.json(job.fields())));
            } else {
                var rows = new ArrayList<List<String>>();
                Optional<JobId> goOn =
                        jobs.pages(which.filter(), from, limit, page -> page.forEach(job -> rows.add(row(job))));
                shown.table(List.of("id", "state", "type", "label", "created", "tries", "last"), rows);
                goOn.ifPresent(last -> shown.line("There may be more: --after " + last));
            }
            return 0;
        });
    }

    private static List<String> row(Told job) {
        return List.of(
                job.required("id"),
                job.text("state").toLowerCase(Locale.ROOT),
                job.text("type"),
                job.text("label"),
                FRACTION.matcher(job.text("created_at")).replaceFirst("Z"),
                job.text("attempts"),
                job.part("last")
                        .map(last -> (last.text("kind") + " " + last.text("code")).strip())
                        .orElse(""));
    }
}
