package dev.baton.server.operate;

import dev.baton.Baton;
import dev.baton.internal.show.JobFields;
import dev.baton.job.JobId;
import dev.baton.store.JobView;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton list}. */
@Command(
        name = "list",
        description = "The newest jobs that fit, wherever they stand, with how the last attempt of each ended.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0, or 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton list --file app.db --state DEAD",
            "  ./baton list --url jdbc:postgresql://db.example/shop --type receipt.send --json --limit 1000"
        })
public final class ListCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private WhichJobs which;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many, up to 1,000. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "50")
    private int limit;

    @Option(
            names = "--after",
            paramLabel = "ID",
            description = "Only those that are older than this one: the next page.")
    private @Nullable String after;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    ListCommand() {}

    @Override
    public Integer call() {
        return database.with(baton -> {
            List<JobView> jobs = page(baton);
            if (shown.isJson()) {
                jobs.forEach(job -> shown.json(JobFields.of(job)));
            } else {
                shown.table(
                        List.of("id", "state", "type", "label", "created", "tries", "last"),
                        jobs.stream().map(ListCommand::row).toList());
                if (jobs.size() == limit) {
                    shown.out()
                            .println("There may be more: --after "
                                    + jobs.get(limit - 1).id());
                }
            }
            return 0;
        });
    }

    private List<JobView> page(Baton baton) {
        return after == null
                ? baton.list(which.filter(), limit)
                : baton.list(which.filter(), JobId.parse(after), limit);
    }

    private static List<String> row(JobView job) {
        return List.of(
                job.id().toString(),
                job.standing().state().toString(),
                job.route().type(),
                job.label(),
                seconds(job.facts().createdAt()),
                String.valueOf(job.standing().tally().attempts()),
                job.last()
                        .map(last -> (last.kind() + " " + last.detail().code()).strip())
                        .orElse(""));
    }

    private static String seconds(Instant time) {
        return Instant.ofEpochSecond(time.getEpochSecond()).toString();
    }
}
