package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What limits cost: who has none nothing, and who has some no more than they allow. */
class LimitPlansTest {

    private static final Route ROUTE = new Route("default", "sample", 1);
    private static final Limit LIMIT = Limit.ofQueue("default").atOnce(3).perSecond(10);

    @TempDir
    Path folder;

    @Test
    void every_statement_of_a_claim_under_a_limit_looks_into_indexes() throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();

        for (String sql : List.of(LimitSql.FIND, LimitSql.USE, LimitSql.SLOTS_CLEAR, LimitSql.SLOT_ADD)) {
            assertThat(explain(file, sql)).as(sql).noneMatch(step -> step.startsWith("SCAN"));
        }
    }

    @Test
    void a_claim_without_limits_executes_what_it_did_before_there_were_any() throws Exception {
        List<String> without = executed(List.of(new ClaimRequest.Cap(Set.of(ROUTE), 2)));
        List<String> under = executed(List.of(new ClaimRequest.Cap(Set.of(ROUTE), 2, Optional.of(LIMIT))));

        assertThat(without).noneMatch(sql -> sql.contains("baton_limit")).hasSize(8);
        assertThat(under).containsAll(without).hasSize(12);
    }

    /** The statements of a claim that takes one job. */
    private List<String> executed(List<ClaimRequest.Cap> caps) throws Exception {
        Path file = folder.resolve("app" + caps.hashCode() + ".db");
        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);
            store.limits().declare(List.of(LIMIT), Instant.now());
            store.insert(List.of(Sample.job()), Instant.now());
            var request =
                    new ClaimRequest(node, Map.of(ROUTE, Terms.of(5, 3)), caps, 2, true, ClaimRequest.Share.FIRST);
            var executed = new ArrayList<String>();
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    var jdbc = new Jdbc(recording(connection, executed))) {
                assertThat(new Verbs(jdbc).limits.claim(request, Instant.now()).claims())
                        .hasSize(1);
            }
            return executed;
        }
    }

    private static Connection recording(Connection connection, List<String> into) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    if (method.getName().equals("prepareStatement")) {
                        into.add((String) args[0]);
                    }
                    try {
                        return method.invoke(connection, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
