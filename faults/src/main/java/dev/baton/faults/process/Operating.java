package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.checker.Asked;
import dev.baton.checker.Journal;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.By;
import java.io.IOException;
import java.util.Locale;

/** The people who see to what is dead: they skip, give up, or have it tried again, as its course says. */
final class Operating {

    private static final JobFilter DEAD = JobFilter.ALL.state(JobState.DEAD);
    private static final int PAGE = 1_000;
    private static final By ME = new By("harness", "as its course says");

    private final Baton baton;
    private final Journal journal;

    Operating(Baton baton, Journal journal) {
        this.baton = baton;
        this.journal = journal;
    }

    /** Sees to all that are dead now, and says how many had to be seen to. */
    int look() throws IOException {
        int seen = 0;
        for (JobView dead : baton.list(DEAD, PAGE)) {
            Course course = course(dead.label());
            boolean asPlanned = course == Course.HOPELESS || course == Course.BLOCKING;
            if (!asPlanned || wasLost(dead)) {
                ask(dead.id(), wayOut(course));
                seen++;
            }
        }
        return seen;
    }

    private static Asked wayOut(Course course) {
        return switch (course) {
            case SKIPPED -> Asked.SKIP;
            case GIVEN_UP -> Asked.DISCARD;
            default -> Asked.RETRY;
        };
    }

    /** Did it die with its processes, and not by its handler's word? */
    private static boolean wasLost(JobView dead) {
        return dead.last().filter(ended -> ended.detail().code().equals("LOST")).isPresent();
    }

    private static Course course(String label) {
        return Course.valueOf(label.substring(0, label.indexOf('-')).toUpperCase(Locale.ROOT));
    }

    /** Asks; what is refused, as somebody was faster, is none of our business. */
    void ask(JobId job, Asked asked) throws IOException {
        journal.asks(job.toString(), asked);
        try {
            CommandResult result = switch (asked) {
                case RETRY -> baton.retry(job, ME);
                case SKIP -> baton.skip(job, ME);
                case CANCEL -> baton.cancel(job, ME);
                case DISCARD -> baton.discard(job, ME);
            };
            if (result instanceof CommandResult.Applied) {
                journal.applied(job.toString(), asked);
            }
        } catch (BatonException | IllegalStateException notNow) {
            // It is seen to the next time.
        }
    }
}
