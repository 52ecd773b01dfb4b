package dev.baton.internal.runtime;

import dev.baton.internal.claim.Claiming;
import dev.baton.internal.node.Membership;
import dev.baton.store.NodeId;

/** This node, as the claim stage sees it. */
record Myself(Membership membership) implements Claiming.Node {

    @Override
    public NodeId id() {
        return membership.node();
    }

    @Override
    public boolean isTrusted() {
        return membership.isTrusted();
    }
}
