package dev.baton.outbox;

import dev.baton.job.BatonException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The views {@code payment_outbox_pending} and {@code payment_outbox_attempts}: payments as people who know outbox tables look for
 * them, for queries and reports. They are made when somebody asks for it, as their names are the application's. Immutable.
 *
 * <p>An attempt that is under way is {@code DISPATCHING}, and one that was lost with its process is {@code ZOMBIE_REQUEUE}; of whatever
 * nobody knows is said {@code RETRYABLE} with the error code {@code OUTCOME_UNKNOWN}, also while people have to find out.
 */
public final class OutboxViews {

    private final List<String> statements;
    private final String found;

    private OutboxViews(String pending, String attempts, String found) {
        this.statements = List.of(ViewSql.DROP_PENDING, pending, ViewSql.DROP_ATTEMPTS, attempts);
        this.found = found;
    }

    /** Over the tables of a SQLite file. */
    public static OutboxViews sqlite() {
        return new OutboxViews(SqliteViewSql.PENDING, SqliteViewSql.ATTEMPTS, SqliteViewSql.FOUND);
    }

    /** Over our tables where a connection to PostgreSQL finds them. */
    public static OutboxViews postgres() {
        return postgresIn("");
    }

    /** Over our tables in this schema. */
    public static OutboxViews postgres(String schema) {
        return postgresIn('"' + schema.replace("\"", "\"\"") + "\".");
    }

    private static OutboxViews postgresIn(String prefix) {
        return new OutboxViews(
                PostgresViewSql.PENDING.replace("{in}", prefix),
                PostgresViewSql.ATTEMPTS.replace("{in}", prefix),
                PostgresViewSql.FOUND);
    }

    /** As SQL, for those who make them by themselves. */
    public String print() {
        return statements.stream().map(each -> each.strip() + ";\n").collect(Collectors.joining("\n"));
    }

    /**
     * Makes them, in place of what they were before, in one transaction on this connection, which commits by itself otherwise.
     *
     * @throws BatonException with the code {@code NAME_TAKEN} if one of the names is that of a table; nothing was changed
     */
    public void apply(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            refuseTables(statement);
            for (String each : statements) {
                statement.execute(each);
            }
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private void refuseTables(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(found)) {
            while (rows.next()) {
                if (!rows.getBoolean("ours")) {
                    throw new BatonException(
                            "NAME_TAKEN",
                            "There is a table " + rows.getString("name")
                                    + ", where a view is to be; rename or import it first. Nothing was changed.");
                }
            }
        }
    }
}
