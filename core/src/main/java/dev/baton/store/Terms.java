package dev.baton.store;

import dev.baton.job.CrashPolicy;
import dev.baton.job.ParkedHead;

/**
 * What a stranger needs to know of a job if the node that runs it dies.
 *
 * @param attempts runs in all; those that failed, timed out or were lost count
 * @param losses runs that may be lost with their process
 * @param crash what becomes of it then
 * @param parkedHead what it means to its lane once it is parked
 * @param replayable whether jobs behind it in its lane may be claimed together with it
 */
public record Terms(int attempts, int losses, CrashPolicy crash, ParkedHead parkedHead, boolean replayable) {

    /** Nothing special but how often it may run, and be lost. */
    public static Terms of(int attempts, int losses) {
        return new Terms(attempts, losses, CrashPolicy.RERUN, ParkedHead.BLOCKS, false);
    }

    /** The same, with this in case of a crash. */
    public Terms onCrash(CrashPolicy policy) {
        return new Terms(attempts, losses, policy, parkedHead, replayable);
    }

    /** The same, with this meaning to its lane. */
    public Terms parkedHead(ParkedHead meaning) {
        return new Terms(attempts, losses, crash, meaning, replayable);
    }

    /** The same, in runs. */
    public Terms inRuns() {
        return new Terms(attempts, losses, crash, parkedHead, true);
    }

    /** May jobs of a lane be claimed in a row? Not those that one loss would park, or put in doubt. */
    public boolean allowsRuns() {
        return replayable && crash == CrashPolicy.RERUN && attempts > 1 && losses > 1;
    }

    /** May a job with this tally not run again? */
    public boolean areUsedUp(JobView.Tally tally) {
        return tally.lost() >= losses || tally.failures() + tally.lost() >= attempts;
    }

    /** Was a job with this tally lost before, and would one more loss park it? */
    public boolean makeLastChance(JobView.Tally tally) {
        return tally.lost() > 0 && areUsedUp(new JobView.Tally(tally.attempts(), tally.failures(), tally.lost() + 1));
    }
}
