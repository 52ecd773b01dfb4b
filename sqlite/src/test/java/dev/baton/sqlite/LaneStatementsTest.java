package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many statements the jobs of lanes take: each costs about as much as the rows of a job. */
class LaneStatementsTest {

    private static final int RUN = 3;

    @TempDir
    Path folder;

    private int executed;

    private Object counted(Object of, Class<?> as) {
        return Proxy.newProxyInstance(as.getClassLoader(), new Class<?>[] {as}, (proxy, method, args) -> {
            if (method.getName().startsWith("execute")) {
                executed++;
            }
            try {
                Object answer = method.invoke(of, args);
                return answer instanceof PreparedStatement ? counted(answer, PreparedStatement.class) : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private Verbs counting(Connection connection) {
        return new Verbs(new Jdbc((Connection) counted(connection, Connection.class)));
    }

    private Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** A file with a run of jobs in each of so many lanes. */
    private ClaimRequest filled(Path file, int lanes) {
        try (SqliteStore store = SqliteStore.open(file)) {
            NodeId node = Sample.join(store);
            var jobs = new ArrayList<NewJob>();
            for (int i = 0; i < lanes * RUN; i++) {
                NewJob job = Sample.job();
                Optional<String> lane = Optional.of("lane-" + i % lanes);
                jobs.add(new NewJob(job.id(), job.route(), job.payload(), job.urgency(), lane, Optional.empty()));
            }
            store.insert(jobs, Instant.EPOCH);
            return new ClaimRequest(
                    node,
                    Map.of(jobs.get(0).route(), Terms.of(5, 3)),
                    List.of(),
                    lanes,
                    true,
                    new ClaimRequest.Share(0, RUN));
        }
    }

    /** The statements of a claim that takes a run from each of so many lanes. */
    private int executedFor(int lanes) throws SQLException {
        Path file = folder.resolve(lanes + ".db");
        ClaimRequest request = filled(file, lanes);
        executed = 0;
        try (Connection connection = connect(file)) {
            haveHeadsDiffer(connection);
            Verbs verbs = counting(connection);
            assertThat(verbs.claiming.claim(request, Instant.now()).claims()).hasSize(lanes * RUN);
        }
        return executed;
    }

    /** As if from each lane another number of jobs had left. */
    private static void haveHeadsDiffer(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("UPDATE baton_job SET seq = seq + 100 * substr(lane, 6)");
            statement.execute("UPDATE baton_pending SET seq = seq + 100 * substr(lane, 6)");
        }
    }

    @Test
    void runs_of_many_lanes_are_claimed_with_as_few_statements_as_of_two() throws Exception {
        assertThat(executedFor(40)).isEqualTo(executedFor(2));
    }

    @Test
    void a_job_behind_which_others_of_its_run_wait_ends_with_two_statements() throws Exception {
        Path file = folder.resolve("app.db");
        ClaimRequest request = filled(file, 1);
        try (Connection connection = connect(file)) {
            Verbs verbs = counting(connection);
            Claim first = verbs.claiming.claim(request, Instant.now()).claims().get(0);
            executed = 0;

            var done = new Finish(first.id(), first.fence(), new Ending.Done(Optional.empty()));
            verbs.finishing.finish(List.of(done), Instant.now());

            assertThat(executed).isEqualTo(2);
        }
    }
}
