package dev.baton.sqlite;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import dev.baton.store.Urgency;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A job, and a few words for what these tests keep saying. */
final class Sample {

    private static final Route ROUTE = new Route("default", "sample", 1);

    private Sample() {}

    static Connections connect(Path file) {
        return Connections.open(DatabaseFile.at(file), 0, Opening.safely());
    }

    static Writer writer(Connections connections, Path file) {
        return writer(connections, file, Manners.real());
    }

    static Writer writer(Connections connections, Path file, Manners manners) {
        return new Writer(connections.writing(), new OpenedFile(DatabaseFile.at(file)), manners, "test");
    }

    /** A table of an application's own, in a transaction of its own. */
    static void somebodyElseWrites(Path file) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS vault (address TEXT)");
            statement.execute("INSERT INTO vault VALUES ('0xA')");
        }
    }

    static NewJob job() {
        return job("{}");
    }

    static NewJob job(String json) {
        return new NewJob(
                new JobId(UUID.randomUUID()), ROUTE, Payload.of(json, "sample"), new Urgency(0, Instant.EPOCH));
    }

    static ClaimRequest anything(NodeId node) {
        return new ClaimRequest(node, Map.of(ROUTE, Terms.of(5, 3)), List.of(), 10, true, ClaimRequest.Share.FIRST);
    }

    static Inserted.Answer insert(SqliteStore store, NewJob job) {
        return store.insert(List.of(job), store.clock().instant()).get(0).answer();
    }

    static NodeId join(SqliteStore store) {
        var node = new NodeId(UUID.randomUUID());
        store.join(node, Set.of(ROUTE), store.clock().instant());
        return node;
    }

    /** How SQLite would go about it, step by step. */
    static List<String> explain(Path file, String sql) throws SQLException {
        var plan = new ArrayList<String>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.prepareStatement("EXPLAIN QUERY PLAN " + sql.replaceAll(":[a-z_]+", "?"));
                var rows = statement.executeQuery()) {
            while (rows.next()) {
                plan.add(rows.getString("detail"));
            }
        }
        return plan;
    }

    /** The code of a refusal. */
    static String codeOf(Runnable asked) {
        try {
            asked.run();
            return "accepted";
        } catch (BatonException e) {
            return e.code();
        }
    }
}
