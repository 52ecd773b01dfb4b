package dev.baton.server.operate;

import dev.baton.Baton;
import dev.baton.internal.show.JobFields;
import dev.baton.job.JobState;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code baton lanes}. */
@Command(
        name = "lanes",
        description = {
            "The parked jobs of lanes, the oldest first: unless its type says that a lane goes on without them, nothing behind such a "
                    + "job runs until somebody retries, skips, releases or confirms it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0 if there is none, 1 if there is one, 3 if it failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton lanes --file app.db",
            "  ./baton list --file app.db --lane alice"
        })
public final class LanesCommand implements Callable<Integer> {

    private static final int PAGE = 1_000;

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    LanesCommand() {}

    @Override
    public Integer call() {
        return database.with(baton -> {
            var parked = new ArrayList<JobView>();
            parked.addAll(parked(baton, JobState.HELD));
            parked.addAll(parked(baton, JobState.DEAD));
            parked.sort((a, b) -> a.id().compareTo(b.id()));
            if (shown.isJson()) {
                parked.forEach(job -> shown.json(JobFields.of(job)));
            } else {
                shown.table(
                        List.of("lane", "number", "state", "id", "type", "label", "last"),
                        parked.stream().map(LanesCommand::row).toList());
            }
            return parked.isEmpty() ? 0 : OperatedDatabase.REFUSED;
        });
    }

    private static List<JobView> parked(Baton baton, JobState state) {
        var all = new ArrayList<JobView>();
        JobFilter filter = JobFilter.ALL.state(state);
        for (List<JobView> page = baton.list(filter, PAGE); !page.isEmpty(); page = next(baton, filter, page)) {
            page.stream().filter(job -> job.facts().turn().isPresent()).forEach(all::add);
        }
        return all;
    }

    private static List<JobView> next(Baton baton, JobFilter filter, List<JobView> page) {
        return page.size() < PAGE
                ? List.of()
                : baton.list(filter, page.get(PAGE - 1).id(), PAGE);
    }

    private static List<String> row(JobView job) {
        Optional<String> last = job.last().map(end -> end.detail().code() + " " + end.endedAt());
        return List.of(
                job.facts().turn().orElseThrow().lane(),
                String.valueOf(job.facts().turn().orElseThrow().sequence()),
                job.standing().state().toString(),
                job.id().toString(),
                job.route().type(),
                job.label(),
                last.orElse(""));
    }
}
