package dev.baton.postgres;

import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.ds.PGSimpleDataSource;

/** A database of a test's own on the shared server, empty but for its schema public. It goes when the test has ended. */
final class OwnDatabase implements AfterEachCallback {

    private static final AtomicInteger MADE = new AtomicInteger();

    private final String name = "own_" + MADE.incrementAndGet();
    private final PGSimpleDataSource source = new PGSimpleDataSource();

    OwnDatabase() {
        onServer("CREATE DATABASE " + name);
        source.setUrl(SharedServer.server().url().replace("/postgres?", "/" + name + "?"));
    }

    /** Connections to it, without a pool. */
    PGSimpleDataSource source() {
        return source;
    }

    long ask(String sql) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    @Override
    public void afterEach(ExtensionContext test) {
        onServer("DROP DATABASE " + name + " WITH (FORCE)");
    }

    private static void onServer(String sql) {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
