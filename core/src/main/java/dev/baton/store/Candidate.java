package dev.baton.store;

import dev.baton.job.JobId;
import java.util.Comparator;

/** A job that is due and could be claimed. */
public record Candidate(JobId id, Route route, Urgency urgency, JobView.Tally tally) {

    /** The order in which jobs of one route are claimed: larger priorities first, then the longest due, then the oldest. */
    public static final Comparator<Candidate> IN_ORDER = Comparator.comparingInt(
                    (Candidate candidate) -> -candidate.urgency().priority())
            .thenComparing(candidate -> candidate.urgency().dueAt())
            .thenComparing(Candidate::id);
}
