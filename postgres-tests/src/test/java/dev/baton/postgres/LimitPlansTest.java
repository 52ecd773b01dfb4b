package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ClaimRequest;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testserver.SharedServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What limits cost those who have none. */
class LimitPlansTest {

    private static final Limit LIMIT =
            Limit.ofQueue(Sample.ROUTE.queue()).atOnce(3).perSecond(10);

    @Test
    void a_claim_without_limits_executes_what_it_did_before_there_were_any() throws Exception {
        List<String> without = executed(List.of(new ClaimRequest.Cap(Set.of(Sample.ROUTE), 2)));
        List<String> under = executed(List.of(new ClaimRequest.Cap(Set.of(Sample.ROUTE), 2, Optional.of(LIMIT))));

        assertThat(without).noneMatch(sql -> sql.contains("baton_limit")).hasSize(3);
        assertThat(under).hasSize(7);
        assertThat(under.stream().filter(sql -> !sql.contains("baton_limit"))).hasSize(4);
        List<String> eachKey =
                executed(List.of(new ClaimRequest.Cap(Set.of(Sample.ROUTE), 2, Optional.of(LIMIT.forEachKey()))));
        assertThat(eachKey)
                .as("of one without a key: a look for keys")
                .noneMatch(sql -> sql.contains("baton_limit"))
                .hasSize(4);
    }

    /** The statements of a claim that takes one job; but for a look at what is dead, which a slow server is asked for. */
    private static List<String> executed(List<ClaimRequest.Cap> caps) throws Exception {
        try (OwnSchema schema = OwnSchema.unused();
                PostgresStore store = schema.open(InstantSource.system());
                Connection connection = SharedServer.pool().getConnection()) {
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(Sample.ROUTE), Sample.now());
            store.limits().declare(List.of(LIMIT), Sample.now());
            store.insert(List.of(Sample.job()), Sample.now());
            var request = new ClaimRequest(
                    node, Map.of(Sample.ROUTE, Terms.of(5, 3)), caps, 2, true, ClaimRequest.Share.FIRST);
            var executed = new ArrayList<String>();
            connection.setAutoCommit(false);
            try (var on = new Session(recording(connection, executed), Schema.of(schema.name()))) {
                assertThat(new Verbs(on, new Beginnings())
                                .claiming
                                .claim(request, Sample.now())
                                .claims())
                        .hasSize(1);
            }
            connection.rollback();
            connection.setAutoCommit(true);
            executed.removeIf(sql -> sql.contains("pg_stat_get_dead_tuples"));
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
