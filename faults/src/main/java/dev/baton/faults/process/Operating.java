package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.checker.Asked;
import dev.baton.checker.Journal;
import dev.baton.checker.Turn;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.By;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The people who see to what is parked or was to be ended: they do with it as its course says. */
final class Operating {

    private static final JobFilter DEAD = JobFilter.ALL.state(JobState.DEAD);
    private static final JobFilter HELD = JobFilter.ALL.state(JobState.HELD);
    private static final JobFilter RUNNING = JobFilter.ALL.state(JobState.RUNNING);
    private static final int PAGE = 1_000;
    private static final By ME = new By("harness", "as its course says");
    /** What was killed may still be at it; nobody can find out before that is over. */
    private static final Duration FIND_OUT = Duration.ofMillis(200);

    private final Baton baton;
    private final Journal journal;
    private final Effects effects;
    private final String me;
    private int replacements;

    /** People at one process; its name is nobody else's. */
    Operating(Baton baton, Journal journal, Effects effects, String me) {
        this.baton = baton;
        this.journal = journal;
        this.effects = effects;
        this.me = me;
    }

    /** Sees to all that it must be seen to now, and says how many these were. */
    int look() throws IOException {
        int seen = 0;
        for (JobView dead : baton.list(DEAD, PAGE)) {
            Course course = course(dead.label());
            boolean asPlanned = course == Course.HOPELESS || course == Course.BLOCKING;
            if (!asPlanned || wasLost(dead)) {
                seeTo(dead.id(), course);
                seen++;
            }
        }
        for (JobView held : baton.list(HELD, PAGE)) {
            if (isOver(held)) {
                ask(held.id(), effects.isThere(held.label()) ? Asked.CONFIRM : Asked.RELEASE);
            }
            seen++;
        }
        for (JobView running : baton.list(RUNNING, PAGE)) {
            if (course(running.label()).isKilled() && running.standing().tally().attempts() == 1) {
                ask(running.id(), Asked.KILL);
            }
        }
        return seen;
    }

    private void seeTo(JobId dead, Course course) throws IOException {
        switch (course) {
            case REPLACED -> replace(dead);
            case SKIPPED -> ask(dead, Asked.SKIP);
            case GIVEN_UP -> ask(dead, Asked.DISCARD);
            default -> ask(dead, Asked.RETRY);
        }
    }

    /** Did it die with its processes, and not by its handler's word? */
    private static boolean wasLost(JobView dead) {
        return dead.last().filter(ended -> ended.detail().code().equals("LOST")).isPresent();
    }

    private static boolean isOver(JobView held) {
        Instant before = Instant.now().minus(FIND_OUT);
        return held.last().filter(ended -> ended.endedAt().isBefore(before)).isPresent();
    }

    private static Course course(String label) {
        return Course.valueOf(label.substring(0, label.indexOf('-')).toUpperCase(Locale.ROOT));
    }

    /** Puts another in its place, which is enqueued by that. */
    private void replace(JobId dead) throws IOException {
        replacements++;
        var work = new Work("plain-" + me + "-instead-" + replacements, Course.PLAIN);
        String call = me + "-replace-" + replacements;
        String type = Kind.PLAIN.typeName();
        journal.asks(dead.toString(), Asked.REPLACE);
        journal.invoked(
                call,
                new Journal.Wanted(work.name(), type, "", "", work.course().fate(), 0));
        try {
            JobId other = baton.replace(dead, Kind.PLAIN.type(), work, ME);
            journal.acknowledged(call, other.toString(), Turn.NONE, false);
            journal.applied(dead.toString(), Asked.REPLACE);
        } catch (BatonException refused) {
            if (!refused.code().equals("OUTCOME_UNKNOWN")) {
                journal.refused(call);
            }
        } catch (IllegalStateException aFaultThatWasAskedFor) {
            // What came of it nobody knows.
        }
    }

    /** Asks; what is refused, as somebody was faster, is none of our business. */
    void ask(JobId job, Asked asked) throws IOException {
        journal.asks(job.toString(), asked);
        try {
            if (command(job, asked) instanceof CommandResult.Applied) {
                journal.applied(job.toString(), asked);
            }
        } catch (BatonException | IllegalStateException notNow) {
            // It is seen to the next time.
        }
    }

    private CommandResult command(JobId job, Asked asked) {
        return switch (asked) {
            case RETRY -> baton.retry(job, ME);
            case SKIP -> baton.skip(job, ME);
            case CANCEL -> baton.cancel(job, ME);
            case DISCARD -> baton.discard(job, ME);
            case KILL -> baton.kill(job, ME);
            case RELEASE -> baton.release(job, ME);
            case CONFIRM -> baton.confirm(job, ME);
            case REPLACE -> throw new IllegalArgumentException("that takes another job");
        };
    }
}
