package dev.baton.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresServerTest {

    private static String ask(PostgresServer server, String question) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getString(1);
        }
    }

    private static void tell(PostgresServer server, String command) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    @Test
    void what_was_committed_is_there_after_a_stop_without_a_word_and_after_a_kill() throws Exception {
        try (var server = PostgresServer.fresh()) {
            tell(server, "CREATE TABLE kept (text text)");
            tell(server, "INSERT INTO kept VALUES ('before the stop')");

            server.stopImmediately();
            assertThatThrownBy(server::connect).isInstanceOf(SQLException.class);
            server.start();
            tell(server, "INSERT INTO kept VALUES ('before the kill')");
            server.kill();
            server.start();

            assertThat(ask(server, "SELECT string_agg(text, ', ' ORDER BY text) FROM kept"))
                    .isEqualTo("before the kill, before the stop");
        }
    }

    @Test
    void it_waits_for_the_disk_unless_it_is_told_otherwise() throws Exception {
        try (var server = PostgresServer.fresh("work_mem=5MB")) {
            assertThat(ask(server, "SHOW fsync")).isEqualTo("on");
            assertThat(ask(server, "SHOW work_mem")).isEqualTo("5MB");
        }
        assertThat(ask(SharedServer.server(), "SHOW fsync")).isEqualTo("off");
    }

    @Test
    void every_schema_of_the_shared_server_is_a_fresh_one() throws Exception {
        String one = SharedServer.freshSchema();
        String other = SharedServer.freshSchema();

        assertThat(one).isNotEqualTo(other);
        assertThat(ask(SharedServer.server(), "SELECT count(*) FROM pg_namespace WHERE nspname = '" + one + "'"))
                .isEqualTo("1");
        SharedServer.drop(one);
        SharedServer.drop(other);
    }

    @Test
    void a_standby_follows_and_takes_writes_once_it_is_promoted() throws Exception {
        try (var server = PostgresServer.fresh();
                var standby = server.standby()) {
            tell(server, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
            tell(server, "SELECT pg_reload_conf()");
            tell(server, "CREATE TABLE kept (text text)");
            assertThatThrownBy(() -> tell(standby, "INSERT INTO kept VALUES ('too early')"))
                    .hasMessageContaining("read-only");

            standby.promote();

            tell(standby, "INSERT INTO kept VALUES ('after the promotion')");
            assertThat(ask(standby, "SELECT text FROM kept")).isEqualTo("after the promotion");
        }
    }
}
