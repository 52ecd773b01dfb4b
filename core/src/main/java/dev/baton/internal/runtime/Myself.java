package dev.baton.internal.runtime;

import dev.baton.internal.claim.Claiming;
import dev.baton.internal.node.Membership;
import dev.baton.job.JobId;
import dev.baton.store.NodeId;
import java.util.Optional;
import java.util.Set;

/** This node, as the claim stage sees it. */
record Myself(Membership membership, Admission admission) implements Claiming.Node {

    @Override
    public NodeId id() {
        return membership.node();
    }

    @Override
    public boolean isTrusted() {
        return membership.isTrusted();
    }

    @Override
    public Optional<Set<JobId>> only() {
        return admission.now();
    }
}
