package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Candidate;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.JobView.Tally;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import dev.baton.store.memory.Tables.Grip;
import dev.baton.store.memory.Tables.JobRow;
import dev.baton.store.memory.Tables.PendingRow;
import dev.baton.store.memory.Tables.RunningRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Moves jobs from pending to running. */
final class Claiming {

    private final Tables tables;
    private final Lanes lanes;
    private final Places places;

    Claiming(Tables tables, Lanes lanes, Places places) {
        this.tables = tables;
        this.lanes = lanes;
        this.places = places;
    }

    Claimed claim(ClaimRequest request, Instant now) {
        List<Candidate> ready = tables.isLive(request.node()) ? ready(request) : List.of();
        List<Candidate> due =
                ready.stream().filter(each -> isDue(each.urgency(), now)).toList();
        List<Candidate> chosen = request.choose(due);
        List<Candidate> open = chosen.stream().filter(lanes::isOnOrSetAside).toList();
        Optional<Instant> nextDue = request.leavesMore(due, chosen)
                ? Optional.of(now)
                : ready.stream()
                        .map(each -> each.urgency().dueAt())
                        .filter(dueAt -> dueAt.isAfter(now))
                        .min(Comparator.naturalOrder());
        List<Claim> claims = take(request, open, now);
        request.watching(claims).forEach(drain -> tables.put(tables.drainNotes, drain, true));
        return new Claimed(claims, nextDue);
    }

    private static boolean isDue(Urgency urgency, Instant now) {
        return !urgency.dueAt().isAfter(now);
    }

    private List<Candidate> ready(ClaimRequest request) {
        var ready = new ArrayList<Candidate>();
        tables.pending.forEach((id, row) -> {
            Route route = job(id).route();
            boolean off = tables.off.keySet().stream().anyMatch(each -> each.concerns(route));
            if (row.ready() && request.isOpen(route) && request.isWanted(id) && !off) {
                ready.add(candidate(id, row));
            }
        });
        return ready;
    }

    private Candidate candidate(JobId id, PendingRow row) {
        JobRow job = job(id);
        return new Candidate(id, job.route(), new Urgency(job.priority(), row.dueAt()), row.tally());
    }

    private List<Claim> take(ClaimRequest request, List<Candidate> chosen, Instant now) {
        if (chosen.isEmpty()) {
            return List.of();
        }
        long fence = tables.nextFence();
        var claims = new ArrayList<Claim>();
        for (Candidate head : chosen) {
            long runHead = lanes.turn(head.id()).map(Turn::sequence).orElse(0L);
            Terms terms = Objects.requireNonNull(request.routes().get(head.route()));
            var grip = new Grip(request.node(), fence, now, runHead);
            for (JobId id : run(head, request.inRow(head.route(), chosen.size()), now)) {
                claims.add(take(id, terms, grip));
            }
        }
        return claims;
    }

    /** The head, and those that follow it in its lane and can go with it. */
    private List<JobId> run(Candidate head, int most, Instant now) {
        var run = new ArrayList<>(List.of(head.id()));
        Optional<Turn> turn = lanes.turn(head.id());
        if (turn.isEmpty() || !isUntroubled(head.id())) {
            return run;
        }
        for (JobId next : lanes.pendingBehind(turn.get())) {
            boolean goesWithIt = job(next).route().equals(head.route()) && isUntroubled(next) && isDue(next, now);
            if (run.size() >= most || !goesWithIt) {
                break;
            }
            run.add(next);
        }
        return run;
    }

    private boolean isUntroubled(JobId id) {
        PendingRow row = pending(id);
        return row.tally().failures() == 0
                && row.tally().lost() == 0
                && !row.flags().inDoubt()
                && !row.behind();
    }

    private boolean isDue(JobId id, Instant now) {
        return !pending(id).dueAt().isAfter(now);
    }

    private Claim take(JobId id, Terms terms, Grip grip) {
        JobRow job = job(id);
        PendingRow row = pending(id);
        Tally before = row.tally();
        var tally = new Tally(before.attempts() + 1, before.failures(), before.lost());
        places.toRunning(id, new RunningRow(tally, grip, terms, row.flags(), null));
        var known = new Claim.Known(
                tally,
                job.ties().number(),
                row.dueAt(),
                row.flags().inDoubt() ? places.doubts(id, row.flags().doubt()) : List.of(),
                Optional.ofNullable(tables.checkpoints.get(id)),
                row.flags().cancelWanted());
        return new Claim(id, job.route(), job.payload(), job.turn(), grip.fence(), known);
    }

    private JobRow job(JobId id) {
        return Objects.requireNonNull(tables.jobs.get(id));
    }

    private PendingRow pending(JobId id) {
        return Objects.requireNonNull(tables.pending.get(id));
    }
}
