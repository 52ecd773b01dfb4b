package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.BatonException;
import dev.baton.store.Held;
import dev.baton.store.NodeBeat;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Who takes jobs, and what each of them holds. */
final class Nodes {

    private final Jdbc jdbc;

    Nodes(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    /** Who holds the engine's lock knows that all before it are dead. */
    int join(NodeId node, Set<Route> serves) throws SQLException {
        byte[] id = Values.bytes(node);
        if (jdbc.first(SqliteSql.NODE_KNOWN, row -> true, "node", id).isPresent()) {
            throw new BatonException(
                    "NODE_KNOWN", "The node " + node + " has joined before; every life needs a new id.");
        }
        jdbc.update(SqliteSql.NODES_END);
        jdbc.update(SqliteSql.NODE_ROUTES_END);
        for (Route route : serves) {
            jdbc.update(
                    SqliteSql.NODE_ROUTE_INSERT,
                    "node",
                    id,
                    "queue",
                    route.line(),
                    "type",
                    route.type(),
                    "version",
                    route.version());
        }
        return jdbc.update(SqliteSql.NODE_INSERT, "node", id);
    }

    /** False if it has beaten since, or is not live. */
    boolean end(NodeBeat seen) throws SQLException {
        boolean ended = jdbc.update(SqliteSql.NODE_END, "node", Values.bytes(seen.node()), "beat", seen.beat()) == 1;
        jdbc.update(SqliteSql.NODE_ROUTES_END);
        return ended;
    }

    List<NodeBeat> live() throws SQLException {
        return jdbc.query(SqliteSql.NODES, row -> new NodeBeat(Values.node(row.bytes("id")), row.number("beat")));
    }

    List<Held> heldBy(NodeId node) throws SQLException {
        return jdbc.query(
                SqliteSql.HELD_BY,
                row -> new Held(Values.job(row.bytes("id")), row.number("fence"), row.flag("cancel_wanted")),
                "node",
                Values.bytes(node));
    }
}
