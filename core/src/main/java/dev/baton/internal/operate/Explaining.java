package dev.baton.internal.operate;

import dev.baton.internal.tell.Printable;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Reason;
import dev.baton.observe.Reason.Cause;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobView;
import dev.baton.store.LimitView;
import dev.baton.store.Route;
import dev.baton.store.Situation;
import dev.baton.store.Situation.InTheWay;
import dev.baton.store.Switch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Says why a job does not run. It is told all it says: ids, names, times and codes, and nothing of the job's data. */
public final class Explaining {

    private static final Set<Kind> TO_BE_REPEATED =
            EnumSet.of(Kind.FAILED, Kind.ORPHANED, Kind.UNKNOWN, Kind.UNDECIDED);

    private final Situation situation;
    private final JobView job;
    private final Instant now;

    private Explaining(Situation situation, Instant now) {
        this.situation = situation;
        this.job = situation.job();
        this.now = now;
    }

    /** Of a job that is not known. */
    public static List<Reason> unknown(JobId job) {
        return List.of(new Reason(
                Cause.UNKNOWN_JOB,
                "There is no job " + job + ": it was never committed, or it ended so long ago that it was removed.",
                "Look whether the transaction that was to add it was committed."));
    }

    /** Of a singleton that nobody runs. */
    public static Reason noOwner(boolean standsByHere) {
        return standsByHere
                ? new Reason(
                        Cause.NO_OWNER,
                        "No node runs this singleton just now; this one stands by.",
                        "Nothing has to be done: whoever stands by takes it at its next look.")
                : new Reason(
                        Cause.NO_OWNER,
                        "No node runs this singleton just now, and this one does not stand by for it.",
                        "Wait for one that does; where its task failed, it stands by again after its delay. If it is not to run any more,"
                                + " cancel the job.");
    }

    /** Of a job of this route, by what all nodes together are kept to. */
    public static List<Reason> limits(Route route, List<LimitView> all, Instant now) {
        return all.stream()
                .filter(view -> view.limit().concerns(route) && view.room(now) == 0)
                .map(view -> full(view, route, now))
                .toList();
    }

    private static Reason full(LimitView view, Route route, Instant now) {
        String whose = view.limit().eachKey()
                ? ", which this job has as " + Printable.quoted(route.limitKey().orElse("")) + ","
                : " for all nodes";
        String what = "The limit of " + view.limit().named() + whose + " is used up: ";
        return view.opensAt(now)
                .map(opens -> new Reason(
                        Cause.LIMIT_FULL,
                        what + "its rate leaves room for the next at " + opens + ".",
                        "Wait until then, or change that limit."))
                .orElseGet(() -> new Reason(
                        Cause.LIMIT_FULL,
                        what + view.inUse() + " of its jobs run.",
                        "Wait until one has ended, or change that limit."));
    }

    /**
     * Of a job that stands like this, in the order of the causes.
     *
     * @param stopping whether this process would take the job, but stops
     * @param crowded what keeps this process from taking it just now; told only if nothing else is in the way
     */
    public static List<Reason> reasons(Situation situation, Instant now, boolean stopping, List<Reason> crowded) {
        var explaining = new Explaining(situation, now);
        if (!situation.job().standing().state().isPending()) {
            return List.of(explaining.notPending());
        }
        var reasons = new ArrayList<Reason>(explaining.pending());
        if (stopping) {
            reasons.add(new Reason(
                    Cause.STOPPING,
                    "This process stops, and takes no more jobs.",
                    "Start it again; where others take such jobs, they still do."));
        }
        if (reasons.isEmpty()) {
            reasons.addAll(crowded);
        }
        if (reasons.isEmpty()) {
            reasons.add(new Reason(
                    Cause.READY,
                    "Nothing is in the way.",
                    "Nothing has to be done: the next claim of a node with a free slot takes it."));
        }
        reasons.sort(Comparator.comparing(Reason::cause));
        return List.copyOf(reasons);
    }

    private Reason notPending() {
        return switch (job.standing().state()) {
            case RUNNING -> running();
            case DEAD ->
                new Reason(
                        Cause.DEAD,
                        "It failed for good, in attempt " + attempts() + lastCode() + ".",
                        "Retry it once the cause is gone, replace it if its data is wrong, or discard it.");
            case HELD ->
                new Reason(
                        Cause.HELD,
                        "Nobody knows whether its work was done, since attempt " + attempts() + lastCode() + ".",
                        "Find out. If it was not, release it; if it was, confirm it; discard gives it up. Retry has its"
                                + " type find out, where that can.");
            default ->
                new Reason(
                        Cause.OVER,
                        "It is " + job.standing().state() + lastCode() + ".",
                        "Nothing runs it again; enqueue another.");
        };
    }

    private Reason running() {
        Optional<JobView.Hold> hold = job.standing().hold();
        String who = hold.map(held -> "Node " + held.owner() + " has it since " + held.claimedAt())
                .orElse("A node has it");
        boolean wanted = hold.filter(JobView.Hold::cancelWanted).isPresent();
        return new Reason(
                Cause.RUNNING,
                who + ", for attempt " + attempts() + (wanted ? ", and was asked to end it." : "."),
                "Nothing has to be done; cancel asks it to end, kill does not wait for that.");
    }

    private List<Reason> pending() {
        var reasons = new ArrayList<Reason>();
        job.standing().dueAt().filter(due -> due.isAfter(now)).ifPresent(due -> reasons.add(notDue(due)));
        situation.before().ifPresent(other -> reasons.add(inLane(other)));
        situation.keyHolder().ifPresent(other -> reasons.add(behindKey(other)));
        situation.off().forEach(which -> reasons.add(off(which)));
        if (!situation.served()) {
            reasons.add(job.route().limitKey().isEmpty() ? noNode(job.route()) : noNodeForKeys(job.route()));
        }
        return reasons;
    }

    private Reason notDue(Instant due) {
        boolean failed = job.standing().state() == JobState.RETRYING
                || job.last()
                        .filter(ended -> TO_BE_REPEATED.contains(ended.kind()))
                        .isPresent();
        return failed
                ? new Reason(
                        Cause.RETRYING,
                        "It is tried again at " + due + ", after attempt " + attempts() + lastCode() + ".",
                        "Wait until then, or retry it to have it tried now.")
                : new Reason(Cause.NOT_DUE, "It is due at " + due + ".", "Wait until then.");
    }

    private static Reason inLane(InTheWay other) {
        String who = "Job " + other.id() + ", number " + other.turn().sequence() + " of the lane "
                + other.turn().lane() + ", ";
        if (other.state().isParked()) {
            return new Reason(
                    Cause.LANE_BLOCKED,
                    who + "is " + other.state() + " and blocks the lane.",
                    other.state() == JobState.DEAD
                            ? "Retry, replace or discard that job, or skip it."
                            : "Find out what came of that job and release or confirm it, or skip or discard it.");
        }
        return new Reason(
                Cause.IN_LANE_BEHIND,
                who + "goes first and is " + other.state() + ".",
                other.state() == JobState.RUNNING
                        ? "Wait until that job has ended, or cancel or kill it."
                        : "Ask why that job does not run, or skip it.");
    }

    private static Reason behindKey(JobId other) {
        return new Reason(
                Cause.BEHIND_KEY,
                "Job " + other + " has its unique key.",
                "It gets the key when that job is done, cancelled or dead; ask why that one does not run.");
    }

    private static Reason off(Switch which) {
        return switch (which.kind()) {
            case PAUSE ->
                new Reason(Cause.QUEUE_PAUSED, "The queue " + which.name() + " is paused.", "Resume the queue.");
            case QUEUE -> off(Cause.QUEUE_OFF, "The queue ", which);
            case TYPE -> off(Cause.TYPE_OFF, "The type ", which);
            case LANE -> off(Cause.LANE_OFF, "The lane ", which);
        };
    }

    private static Reason off(Cause cause, String what, Switch which) {
        return new Reason(cause, what + which.name() + " is switched off.", "Turn the switch \"" + which + "\" on.");
    }

    private static Reason noNode(Route route) {
        return new Reason(
                Cause.NO_NODE,
                "No live node takes jobs of type " + route.type() + " in version " + route.version() + " from queue "
                        + route.queue() + ".",
                "Start a process with a handler of this type that serves this queue, and whose type has this version or upcasts"
                        + " from it.");
    }

    private static Reason noNodeForKeys(Route route) {
        return new Reason(
                Cause.NO_NODE,
                "No live node takes jobs with a limit key of type " + route.type() + " in version " + route.version()
                        + " from queue " + route.queue()
                        + ": only one that says a limit for each key of that type or queue does.",
                "Start a process that handles this type, serves this queue, and says such a limit with forEachKey().");
    }

    private int attempts() {
        return job.standing().tally().attempts();
    }

    /** Codes are chosen by programs; messages may hold anything, and are left out. */
    private String lastCode() {
        return job.last()
                .map(AttemptView::detail)
                .map(AttemptView.Detail::code)
                .filter(code -> !code.isEmpty())
                .map(code -> ", with the code " + code)
                .orElse("");
    }
}
