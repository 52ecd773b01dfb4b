package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Claimed;
import dev.baton.store.JobView.Tally;
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

    /** A job that could be claimed now, or later. */
    private record Candidate(JobRow job, PendingRow row) {
        private static final Comparator<Candidate> IN_ORDER = Comparator.comparingInt(
                        (Candidate c) -> -c.job().priority())
                .thenComparing(c -> c.row().dueAt())
                .thenComparing(c -> c.job().id());

        boolean isDue(Instant now) {
            return !row.dueAt().isAfter(now);
        }
    }

    private final Tables tables;
    private final Places places;

    Claiming(Tables tables, Places places) {
        this.tables = tables;
        this.places = places;
    }

    Claimed claim(ClaimRequest request, Instant now) {
        List<Candidate> candidates = tables.isLive(request.node()) ? candidates(request) : List.of();
        List<Candidate> due = candidates.stream().filter(c -> c.isDue(now)).toList();
        List<Candidate> chosen =
                request.choose(due, c -> c.job().route(), c -> c.row().tally());
        Optional<Instant> nextDue = chosen.size() < due.size()
                ? Optional.of(now)
                : candidates.stream()
                        .filter(candidate -> !candidate.isDue(now))
                        .map(candidate -> candidate.row().dueAt())
                        .min(Comparator.naturalOrder());
        return new Claimed(take(request, chosen, now), nextDue);
    }

    private List<Candidate> candidates(ClaimRequest request) {
        return tables.pending.entrySet().stream()
                .map(entry -> new Candidate(Objects.requireNonNull(tables.jobs.get(entry.getKey())), entry.getValue()))
                .filter(candidate -> candidate.row().ready())
                .filter(candidate ->
                        request.routes().containsKey(candidate.job().route()))
                .filter(candidate ->
                        !tables.paused.containsKey(candidate.job().route().queue()))
                .sorted(Candidate.IN_ORDER)
                .toList();
    }

    private List<Claim> take(ClaimRequest request, List<Candidate> chosen, Instant now) {
        if (chosen.isEmpty()) {
            return List.of();
        }
        long fence = tables.nextFence();
        var claims = new ArrayList<Claim>();
        for (Candidate candidate : chosen) {
            JobRow job = candidate.job();
            Tally before = candidate.row().tally();
            var tally = new Tally(before.attempts() + 1, before.failures(), before.lost());
            JobId id = job.id();
            ClaimRequest.Limits limits = Objects.requireNonNull(request.routes().get(job.route()));
            places.toRunning(id, new RunningRow(tally, new Grip(request.node(), fence, now), limits, false, null));
            claims.add(new Claim(
                    id,
                    job.route(),
                    job.payload(),
                    tally,
                    fence,
                    candidate.row().dueAt()));
        }
        return claims;
    }
}
