package dev.baton.internal.runtime;

import dev.baton.job.JobId;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Which jobs this node may claim: those of the step its start-up plan is at, and when the plan has completed, all. */
final class Admission {

    private volatile Optional<Set<JobId>> only = Optional.empty();

    /** These and no others, until something else is said. */
    void only(Collection<JobId> jobs) {
        only = Optional.of(Set.copyOf(jobs));
    }

    /** All jobs. */
    void all() {
        only = Optional.empty();
    }

    /** If there, these alone. */
    Optional<Set<JobId>> now() {
        return only;
    }
}
