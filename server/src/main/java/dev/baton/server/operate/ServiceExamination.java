package dev.baton.server.operate;

import dev.baton.job.JobState;
import dev.baton.server.client.ServiceClient;
import dev.baton.server.client.ServiceClient.Health;
import dev.baton.server.client.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks a service how it is: what it says itself, and what it shows of its jobs. The database behind it is not looked at. */
final class ServiceExamination {

    private final ServiceClient client;
    private final List<Finding> findings = new ArrayList<>();

    ServiceExamination(ServiceClient client) {
        this.client = client;
    }

    List<Finding> findings() {
        boolean live = health("live", "Its process makes no progress: look at its log, and start it again");
        boolean ready = health("ready", "It takes no work: wait if it starts or stops, or look at its log");
        start();
        if (live && ready) {
            ofJobs();
        }
        return findings;
    }

    /** A service may be mounted where nobody asks for its health; its API says enough then. */
    private boolean health(String what, String remedy) {
        Optional<Health> health = client.health(what);
        health.ifPresent(said -> findings.add(
                said.well() ? Finding.well(what, "yes") : Finding.ill(what, "no, " + said.reason(), remedy)));
        return health.map(Health::well).orElse(true);
    }

    /** Of a start-up plan, if it has one. */
    private void start() {
        Told startup = client.get("/startup", Map.of());
        String stage = startup.required("stage");
        if (stage.equals("BEFORE")) {
            return;
        }
        List<Told> steps = startup.list("steps");
        long done =
                steps.stream().filter(step -> step.text("state").equals("DONE")).count();
        String said = stage + (steps.isEmpty() ? "" : ", " + done + " of " + steps.size() + " steps done");
        findings.add(
                stage.equals("COMPLETED")
                        ? Finding.well("start", said)
                        : Finding.ill("start", said, "Wait for it; if it failed, its log says which step did"));
    }

    private void ofJobs() {
        int nodes = client.get("/nodes", Map.of()).list("nodes").size();
        findings.add(
                nodes > 0
                        ? Finding.well("nodes", nodes + " live")
                        : Finding.ill("nodes", "no live node", "Nothing runs: start a program that handles jobs"));
        findings.add(Finding.none(
                "lanes",
                "dead or held jobs in lanes",
                client.get("/lanes", Map.of()).list("parked").size(),
                "See ./baton lanes; retry, skip, release or confirm the job"));
        List<Told> counts = client.get("/stats", Map.of()).list("counts");
        findings.add(Finding.none(
                "dead jobs",
                "dead jobs",
                count(counts, JobState.DEAD),
                "See ./baton list --state DEAD; retry them once the cause is mended, or discard them"));
        findings.add(Finding.none(
                "held jobs",
                "held jobs, of which nobody knows whether their work was done",
                count(counts, JobState.HELD),
                "See ./baton list --state HELD; find out, then release, confirm or discard each"));
        findings.add(Finding.none(
                "switches",
                "switches off",
                client.get("/switches", Map.of()).list("off").size(),
                "See ./baton pause; if the reason is gone, ./baton resume"));
        List<Told> dead = client.get("/tasks", Map.of()).list("tasks").stream()
                .filter(task -> task.text("state").equals("DEAD"))
                .toList();
        findings.add(Finding.none(
                "tasks", "dead tasks", dead.size(), "See ./baton tasks; --restart it once the cause is mended"));
    }

    private static long count(List<Told> counts, JobState state) {
        return counts.stream()
                .filter(count -> count.text("state").equals(state.name()))
                .mapToLong(count -> Long.parseLong(count.required("count")))
                .sum();
    }
}
