package dev.baton.server.operate;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.server.client.Told;
import dev.baton.store.JobFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
            "  ./baton lanes --server http://localhost:7070 --json",
            "  ./baton list --file app.db --lane alice"
        })
public final class LanesCommand implements Callable<Integer> {

    @Mixin
    private OperatedPlace place;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    LanesCommand() {}

    @Override
    public Integer call() {
        return place.with(jobs -> {
            var parked = new ArrayList<Told>();
            for (JobState state : List.of(JobState.HELD, JobState.DEAD)) {
                jobs.pages(
                        JobFilter.ALL.state(state),
                        Optional.empty(),
                        Integer.MAX_VALUE,
                        page -> page.stream()
                                .filter(job -> job.maybe("lane").isPresent())
                                .forEach(parked::add));
            }
            parked.sort(Comparator.comparing(job -> JobId.parse(job.required("id"))));
            if (shown.isJson()) {
                parked.forEach(job -> shown.json(job.fields()));
            } else {
                shown.table(
                        List.of("lane", "number", "state", "id", "type", "label", "last"),
                        parked.stream().map(LanesCommand::row).toList());
            }
            return parked.isEmpty() ? 0 : ExitCodes.REFUSED;
        });
    }

    private static List<String> row(Told job) {
        return List.of(
                job.text("lane"),
                job.text("number"),
                job.text("state").toLowerCase(Locale.ROOT),
                job.text("id"),
                job.text("type"),
                job.text("label"),
                job.part("last")
                        .map(end -> end.text("code") + " " + end.text("ended_at"))
                        .orElse(""));
    }
}
