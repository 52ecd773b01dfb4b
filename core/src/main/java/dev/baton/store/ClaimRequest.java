package dev.baton.store;

import dev.baton.job.JobId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a node can run now.
 *
 * @param node who asks
 * @param routes what it handles, each with what a stranger needs to know if this node dies
 * @param caps how much it has room for
 * @param total how many in all; the jobs of a run count as one
 * @param lastChances whether one may come that must not be lost again. Who has such a job asks for no second one: if one of
 *     them takes the process down, it takes no other with it for good
 * @param share how all get their share
 */
public record ClaimRequest(
        NodeId node, Map<Route, Terms> routes, List<Cap> caps, int total, boolean lastChances, Share share) {

    /** So many jobs are claimed behind others of their lanes at a time, in all. */
    private static final int BEHIND_MAX = 2_000;

    /**
     * At most so many jobs of these routes together.
     *
     * @param shared the limit of all nodes that they count for, if there is one: the store knows how much of that is left
     */
    public record Cap(Set<Route> routes, int limit, Optional<Limit> shared) {

        /** For this node alone. */
        public Cap(Set<Route> routes, int limit) {
            this(routes, limit, Optional.empty());
        }
    }

    /**
     * How queues and types get their share.
     *
     * @param turn the so-many-th claim of this node: another queue comes first in each, and another type of it
     * @param run at most so many jobs of one lane in a row
     * @param only if there, these alone have a share, whoever else waits
     * @param keys where to look for limit keys that have room
     */
    public record Share(long turn, int run, Optional<Set<JobId>> only, KeyCursor keys) {

        /** The first turn, and no runs. */
        public static final Share FIRST = new Share(0, 1);

        /** Everybody has a share. */
        public Share(long turn, int run) {
            this(turn, run, Optional.empty(), KeyCursor.START);
        }
    }

    /** The same for these jobs alone, of the same routes; nobody follows them in their lanes. */
    public ClaimRequest only(Set<JobId> jobs) {
        var theirs = new Share(share.turn(), 1, Optional.of(Set.copyOf(jobs)), share.keys());
        return new ClaimRequest(node, routes, caps, total, lastChances, theirs);
    }

    /** The same, looking for keys from there on. */
    public ClaimRequest from(KeyCursor keys) {
        var next = new Share(share.turn(), share.run(), share.only(), keys);
        return new ClaimRequest(node, routes, caps, total, lastChances, next);
    }

    /** May this job be taken, if it is due and there is room for it? */
    public boolean isWanted(JobId job) {
        return share.only().map(jobs -> jobs.contains(job)).orElse(true);
    }

    /** The drains that watch one of these, which are to be noted with the claim. */
    public Set<String> watching(List<Claim> claims) {
        var names = new HashSet<String>();
        for (Claim claim : claims) {
            Terms terms = routes.get(claim.route());
            if (terms != null) {
                names.addAll(terms.drains());
            }
        }
        return names;
    }

    /** Is there room for a job of this route at all? */
    public boolean isOpen(Route route) {
        return routes.containsKey(route)
                && caps.stream()
                        .noneMatch(cap -> cap.limit() <= 0 && cap.routes().contains(route));
    }

    /** The limits of all nodes, for all jobs together, that concern what there is room for here. */
    public List<Limit> limits() {
        return shared(false);
    }

    /** Those of them that hold for each key. */
    public List<Limit> keyLimits() {
        return shared(true);
    }

    private List<Limit> shared(boolean eachKey) {
        return caps.stream()
                .filter(cap -> cap.routes().stream().anyMatch(this::isOpen))
                .flatMap(cap -> cap.shared().stream())
                .filter(limit -> limit.eachKey() == eachKey)
                .toList();
    }

    /** As many jobs of a route are worth looking at: one more than wanted, to know that there is more, but no more than its key has room for. */
    public int worthALook(Route route) {
        int most = Math.min(Math.max(0, total), Integer.MAX_VALUE - 1) + 1;
        return route.limitKey().isEmpty()
                ? most
                : caps.stream()
                        .filter(cap -> cap.shared().isPresent() && cap.routes().contains(route))
                        .mapToInt(cap -> Math.min(most, cap.limit()))
                        .min()
                        .orElse(most);
    }

    /**
     * How many jobs of a lane may be claimed in a row, if so many jobs are the first of theirs: where each counts for a limit of all nodes, one.
     * Many lanes have a share in what one claim may take behind them, so that none takes long.
     */
    public int inRow(Route route, int heads) {
        boolean limited = caps.stream()
                .anyMatch(cap -> cap.shared().isPresent() && cap.routes().contains(route));
        return limited ? 1 : Math.min(share.run(), 1 + BEHIND_MAX / Math.max(1, heads));
    }

    /** Were more of these due than are chosen, and not only because a limit of all nodes is used up by them? */
    public boolean leavesMore(List<Candidate> due, List<Candidate> chosen) {
        List<Cap> usedUp = caps.stream()
                .filter(cap -> cap.shared().isPresent())
                .filter(cap -> count(cap, chosen) >= cap.limit())
                .toList();
        if (usedUp.isEmpty()) {
            return chosen.size() < due.size();
        }
        long kept = due.stream()
                .filter(each -> usedUp.stream().anyMatch(cap -> cap.routes().contains(each.route())))
                .filter(each -> !chosen.contains(each))
                .count();
        return chosen.size() + kept < due.size();
    }

    private static long count(Cap cap, List<Candidate> chosen) {
        return chosen.stream()
                .filter(each -> cap.routes().contains(each.route()))
                .count();
    }

    /**
     * Which of these due jobs are taken, as many as every cap and the total allow. Queues take turns, a job each; within a queue the
     * largest priority goes first, and where it is the same, types take turns. One that was lost before comes alone, so that few
     * neighbours are lost with it again.
     */
    public List<Candidate> choose(List<Candidate> due) {
        return new Choice(this, due).chosen();
    }
}
