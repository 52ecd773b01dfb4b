package dev.baton.checker;

import dev.baton.checker.Archive.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Once nothing goes wrong any more, all is over in time; nothing is left running, and no lane stands still in silence. */
final class DrainCheck {

    private final Account account;
    private final Archive archive;
    private final Plan plan;
    private final List<Finding> findings = new ArrayList<>();

    DrainCheck(Account account, Archive archive, Plan plan) {
        this.account = account;
        this.archive = archive;
        this.plan = plan;
    }

    List<Finding> check() {
        if (account.wasHealed()) {
            checkTime();
        }
        for (Job job : archive.jobs().values()) {
            if (job.places().running() > 0) {
                fault(job.id(), "job " + job.id() + ": is in somebody's hands, and there is nobody");
            }
        }
        for (String job : archive.blocking()) {
            if (!account.alertedOf(job)) {
                fault(job, "job " + job + ": keeps its lane waiting, and nobody was told");
            }
        }
        return findings;
    }

    private void checkTime() {
        Optional<Duration> took = account.drain();
        if (took.isEmpty()) {
            fault("", "not all was over in the end");
        } else if (took.get().compareTo(plan.drain()) > 0) {
            fault(
                    "",
                    "it took " + took.get().toMillis() + " ms until all was over, and " + plan.drain()
                            + " are allowed");
        }
    }

    private void fault(String about, String what) {
        findings.add(new Finding("C10", about, what));
    }
}
