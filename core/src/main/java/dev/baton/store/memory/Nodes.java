package dev.baton.store.memory;

import dev.baton.job.BatonException;
import dev.baton.store.Held;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.memory.Tables.NodeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Who lives, and what they hold. */
final class Nodes {

    private final Tables tables;

    Nodes(Tables tables) {
        this.tables = tables;
    }

    NodeId join(NodeId node, Set<Route> serves) {
        if (tables.nodes.containsKey(node)) {
            throw new BatonException(
                    "NODE_KNOWN", "The node " + node + " has joined before; every life needs a new id.");
        }
        tables.put(tables.nodes, node, new NodeRow(0, true, Set.copyOf(serves)));
        return node;
    }

    boolean beat(NodeId node) {
        NodeRow row = tables.nodes.get(node);
        if (row == null || !row.live()) {
            return false;
        }
        tables.put(tables.nodes, node, row.beaten());
        return true;
    }

    List<NodeBeat> live() {
        var live = new ArrayList<NodeBeat>();
        tables.nodes.forEach((node, row) -> {
            if (row.live()) {
                live.add(new NodeBeat(node, row.beat()));
            }
        });
        return live;
    }

    boolean declareDead(NodeBeat seen) {
        NodeRow row = tables.nodes.get(seen.node());
        if (row == null || !row.live() || row.beat() != seen.beat()) {
            return false;
        }
        tables.put(tables.nodes, seen.node(), row.dead());
        return true;
    }

    NodeId leave(NodeId node) {
        NodeRow row = tables.nodes.get(node);
        if (row != null) {
            tables.put(tables.nodes, node, row.dead());
        }
        return node;
    }

    List<Held> heldBy(NodeId node) {
        var held = new ArrayList<Held>();
        tables.running.forEach((id, row) -> {
            if (row.grip().node().equals(node)) {
                held.add(new Held(id, row.grip().fence(), row.flags().cancelWanted()));
            }
        });
        return held;
    }
}
