package dev.baton.postgres;

import dev.baton.job.BatonException;
import dev.baton.store.Held;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Who takes jobs, and what each of them holds. */
final class Nodes {

    private final Session on;

    Nodes(Session on) {
        this.on = on;
    }

    int join(NodeId node, Set<Route> serves) throws SQLException {
        if (on.update(NodeSql.INSERT, "node", node.value()) == 0) {
            throw new BatonException(
                    "NODE_KNOWN", "The node " + node + " has joined before; every life needs a new id.");
        }
        on.update(NodeSql.FORGET);
        List<Route> routes = List.copyOf(serves);
        return on.update(
                NodeSql.ROUTES_INSERT,
                "node",
                node.value(),
                "queues",
                Values.texts(routes, Route::line),
                "types",
                Values.texts(routes, Route::type),
                "versions",
                Values.integers(routes, Route::version));
    }

    boolean beat(NodeId node) throws SQLException {
        return on.update(NodeSql.BEAT, "node", node.value()) == 1;
    }

    /** False if it has beaten since, is not live, or is just claiming: then it is to be looked at again. */
    boolean declareDead(NodeBeat seen) throws SQLException {
        boolean ours = on.first(NodeSql.LOCK, row -> true, "node", seen.node().value(), "beat", seen.beat())
                .isPresent();
        boolean dead =
                ours && on.update(NodeSql.DECLARE_DEAD, "node", seen.node().value(), "beat", seen.beat()) == 1;
        if (dead) {
            on.update(NodeSql.ROUTES_DELETE, "node", seen.node().value());
        }
        return dead;
    }

    boolean leave(NodeId node) throws SQLException {
        on.query(NodeSql.LOCK_PATIENTLY, row -> true, "node", node.value());
        boolean left = on.update(NodeSql.LEAVE, "node", node.value()) == 1;
        if (left) {
            on.update(NodeSql.ROUTES_DELETE, "node", node.value());
        }
        return left;
    }

    List<NodeBeat> live() throws SQLException {
        return on.query(NodeSql.LIVE, row -> new NodeBeat(Values.node(row.uuid("id")), row.number("beat")));
    }

    /** What comes later has a larger fence than all that was there. */
    List<Held> heldBy(NodeId node, Beginning<Long> beginning) throws SQLException {
        Optional<Long> from = beginning.get();
        long begun = System.nanoTime();
        List<Held> held = on.query(
                NodeSql.HELD_BY,
                row -> new Held(Values.job(row.uuid("id")), row.number("fence"), row.flag("cancel_wanted")),
                "node",
                node.value(),
                "from",
                from.orElse(0L));
        Optional<Long> smallest = held.stream().map(Held::fence).min(Comparator.naturalOrder());
        if (from.isPresent()) {
            smallest.ifPresent(beginning::moveOn);
        } else if (smallest.isPresent()) {
            beginning.looked(
                    begun,
                    smallest.get(),
                    () -> on.first(NodeSql.RUNNING_DEAD, row -> row.number("dead"))
                            .orElse(0L));
        }
        return held.stream().sorted(Comparator.comparing(Held::id)).toList();
    }
}
