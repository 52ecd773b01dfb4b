package dev.baton.store;

import dev.baton.job.CrashPolicy;
import dev.baton.job.ParkedHead;
import java.util.Set;

/**
 * What a stranger needs to know of a job if the node that runs it dies, and what is noted when it is claimed.
 *
 * @param attempts runs in all; those that failed, timed out or were lost count
 * @param losses runs that may be lost with their process
 * @param crash what becomes of it then
 * @param parkedHead what it means to its lane once it is parked
 * @param replayable whether the next of its lane may begin before the end of this one is committed
 * @param drains the names of the {@link Backlog.Drain}s that watch its type; nothing is noted where there is none
 */
public record Terms(
        int attempts, int losses, CrashPolicy crash, ParkedHead parkedHead, boolean replayable, Set<String> drains) {

    /** Terms that nobody can change. */
    public Terms {
        drains = Set.copyOf(drains);
    }

    /** The same for what nobody watches. */
    public Terms(int attempts, int losses, CrashPolicy crash, ParkedHead parkedHead, boolean replayable) {
        this(attempts, losses, crash, parkedHead, replayable, Set.of());
    }

    /** Nothing special but how often it may run, and be lost. */
    public static Terms of(int attempts, int losses) {
        return new Terms(attempts, losses, CrashPolicy.RERUN, ParkedHead.BLOCKS, false);
    }

    /** The same, with this in case of a crash. */
    public Terms onCrash(CrashPolicy policy) {
        return new Terms(attempts, losses, policy, parkedHead, replayable, drains);
    }

    /** The same, with this meaning to its lane. */
    public Terms parkedHead(ParkedHead meaning) {
        return new Terms(attempts, losses, crash, meaning, replayable, drains);
    }

    /** The same for work that may be repeated in order. */
    public Terms replayed() {
        return new Terms(attempts, losses, crash, parkedHead, true, drains);
    }

    /** The same for what these watch. */
    public Terms watchedBy(Set<String> names) {
        return new Terms(attempts, losses, crash, parkedHead, replayable, names);
    }

    /**
     * Does the next of its lane begin only when the end of this one is committed? Then of those that were claimed in a row none but the
     * first that still runs can have begun. It is so, unless all of them may be lost together: not if one loss parks them, or puts them
     * in doubt.
     */
    public boolean isStrict() {
        return !(replayable && crash == CrashPolicy.RERUN && attempts > 1 && losses > 1);
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
