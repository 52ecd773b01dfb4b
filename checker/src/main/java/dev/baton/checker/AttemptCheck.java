package dev.baton.checker;

import dev.baton.checker.Archive.Attempt;
import dev.baton.checker.Archive.Job;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The archived attempts of one job: numbered from 1 on, one ending each, one after another, each under a larger fence. */
final class AttemptCheck {

    private final Job job;
    private final Duration clocks;
    private final List<Finding> findings = new ArrayList<>();

    /** Of clocks that are so far apart at most. */
    AttemptCheck(Job job, Duration clocks) {
        this.job = job;
        this.clocks = clocks;
    }

    List<Finding> check() {
        List<Attempt> attempts =
                job.attempts().stream().filter(each -> !each.isByOperator()).toList();
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            if (i > 0) {
                checkAfter(attempts.get(i - 1), attempt);
            }
            if (i > 0 && attempt.number() == attempts.get(i - 1).number()) {
                fault("C7", "has two endings of attempt " + attempt.number());
            } else if (attempt.number() != i + 1) {
                fault("C7", "has attempt " + attempt.number() + " as number " + (i + 1) + " in the archive");
                break;
            }
        }
        return findings;
    }

    private void checkAfter(Attempt before, Attempt after) {
        if (after.fence() <= before.fence()) {
            fault("C3", "was claimed under fence " + after.fence() + " after fence " + before.fence());
        }
        if (after.claimedMicros() < before.endedMicros() - clocks.toNanos() / 1_000) {
            fault("C3", "was claimed again before attempt " + before.number() + " had ended");
        }
    }

    private void fault(String rule, String what) {
        findings.add(new Finding(rule, job.id(), "job " + job.id() + " (" + job.type() + "): " + what));
    }
}
