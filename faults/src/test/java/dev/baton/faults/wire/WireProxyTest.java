package dev.baton.faults.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The proxy does what it says, or every test that stands on it would prove nothing. */
class WireProxyTest {

    private final String schema = SharedServer.freshSchema();
    private final WireProxy proxy = WireProxy.to(SharedServer.server().port());

    @BeforeEach
    void createTable() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE note (text text)");
        }
    }

    @AfterEach
    void close() throws Exception {
        proxy.close();
        SharedServer.drop(schema);
    }

    private Connection connect() throws SQLException {
        String url =
                SharedServer.server().url().replace(":" + SharedServer.server().port(), ":" + proxy.port());
        return DriverManager.getConnection(url + "&currentSchema=" + schema);
    }

    private Connection begin(String text) throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        add(connection, text);
        return connection;
    }

    private static void add(Connection connection, String text) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO note VALUES (?)")) {
            insert.setString(1, text);
            insert.executeUpdate();
        }
    }

    private int notes() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM note")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void a_commit_that_is_cut_has_happened_and_its_client_does_not_know() throws Exception {
        try (Connection connection = begin("first")) {
            proxy.cutCommits(1);
            assertThatThrownBy(connection::commit)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).startsWith("08"));
        }

        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(notes()).isEqualTo(1);
    }

    /** A driver prepares what it sends often, and names it from then on. */
    @Test
    void a_commit_that_was_prepared_on_the_server_is_known_as_well() throws Exception {
        try (Connection connection = begin("first")) {
            for (int i = 0; i < 20; i++) {
                connection.commit();
                add(connection, "another");
            }
            proxy.cutCommits(1);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }

        assertThat(proxy.cuts()).isEqualTo(1);
        assertThat(notes()).isEqualTo(21);
    }

    @Test
    void what_is_held_up_comes_to_its_end_once_it_goes_on() throws Exception {
        try (Connection connection = begin("first")) {
            proxy.silence();
            CompletableFuture<Boolean> committing = CompletableFuture.supplyAsync(() -> {
                try {
                    connection.commit();
                    return true;
                } catch (SQLException e) {
                    return false;
                }
            });
            assertThatThrownBy(() -> committing.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            proxy.restore();

            assertThat(committing.get(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(notes()).isEqualTo(1);
    }

    @Test
    void when_all_is_cut_the_server_hears_of_it_and_others_can_connect() throws Exception {
        try (Connection connection = begin("first")) {
            proxy.cutAll();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }

        assertThat(notes()).isZero();
    }

    @Test
    void where_nobody_listens_clients_are_refused() {
        proxy.leadTo(1);

        assertThatThrownBy(this::connect).isInstanceOf(SQLException.class);
        proxy.leadTo(SharedServer.server().port());
    }
}
