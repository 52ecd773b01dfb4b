package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ClaimRequest;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** How one server is told from another by who may not ask for its identifier, as on some that are managed by others. */
class HistoryTest {

    private static final String KNOWN_AS = "UPDATE jobs.baton_store SET system = ";

    @RegisterExtension
    final OwnDatabase database = new OwnDatabase();

    private final PGSimpleDataSource application = new PGSimpleDataSource();

    @BeforeEach
    void forbid() throws SQLException {
        run("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");
        PostgresStore.on(database.source())
                .schema("jobs")
                .grantTo(SharedServer.application())
                .migrations()
                .apply();
        application.setUrl(database.source().getUrl());
        application.setUser(SharedServer.application());
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = database.source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long fence(PGSimpleDataSource as) {
        try (PostgresStore store =
                PostgresStore.on(as).schema("jobs").withoutMigrating().open()) {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(Sample.ROUTE), Sample.now());
            store.insert(List.of(Sample.job()), Sample.now());
            var request = new ClaimRequest(
                    node, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), 1, true, ClaimRequest.Share.FIRST);
            return store.claim(request, Sample.now()).claims().get(0).fence();
        }
    }

    @Test
    void a_role_that_may_not_ask_for_the_identifier_of_the_server_opens_the_store_and_notices_a_copy()
            throws SQLException {
        long first = fence(application);
        assertThat(fence(application)).as("the same server").isEqualTo(first + 1);

        run(KNOWN_AS + "'database 1 table 2'");

        long onCopy = fence(application);
        assertThat(onCopy).isGreaterThan(first + Integer.MAX_VALUE);
        assertThat(fence(application)).as("once").isEqualTo(onCopy + 1);
    }

    @Test
    void who_may_ask_and_who_may_not_take_a_server_for_the_same_one() throws SQLException {
        long first = fence(application);
        assertThat(fence(database.source())).isEqualTo(first + 1);

        run(KNOWN_AS + "'42'");

        assertThat(fence(application)).as("cannot tell").isEqualTo(first + 2);
        assertThat(fence(database.source())).as("can tell").isGreaterThan(first + Integer.MAX_VALUE);
    }
}
