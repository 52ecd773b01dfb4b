package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/** What schedules cost: a look for what is due reads an index up to now, however many there are. */
class SchedulePlansTest {

    @TempDir
    Path folder;

    private Path filled(String name, int schedules) throws Exception {
        Path file = folder.resolve(name);
        SqliteStore.open(file).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("""
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
                    INSERT INTO baton_schedule
                    SELECT 'schedule-' || i, 1, 0, 'every PT1H', 'once', 'SKIP', 'default', 'mail', 1, '{}', '', '', 0, NULL, 0, NULL,
                        '', i %% 10 = 0, 1000000 * i, NULL, NULL
                    FROM n
                    """.formatted(schedules));
        }
        return file;
    }

    @Test
    void what_is_due_is_a_range_of_an_index_and_so_is_when_the_first_will_be() throws Exception {
        Path file = filled("app.db", 1_000);

        assertThat(explain(file, ScheduleSql.DUE))
                .filteredOn(step -> step.contains("baton_schedule"))
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step)
                        .startsWith("SEARCH")
                        .containsPattern("USING (COVERING )?INDEX baton_schedule_due"));
        assertThat(explain(file, ScheduleSql.DUE)).noneMatch(step -> step.contains("TEMP B-TREE"));
        assertThat(explain(file, ScheduleSql.LIST)).noneMatch(step -> step.startsWith("SCAN") || step.contains("TEMP"));
        assertThat(explain(file, ScheduleSql.LIST_IN_CODE))
                .singleElement()
                .asString()
                .contains("INDEX baton_schedule_in_code (name>?)");
        for (String sql : new String[] {ScheduleSql.FIND, ScheduleSql.MOVE, ScheduleSql.CHANGE, ScheduleSql.PAUSE}) {
            assertThat(explain(file, sql))
                    .singleElement()
                    .asString()
                    .startsWith("SEARCH baton_schedule USING PRIMARY KEY");
        }
    }

    /** The same by figures: the steps of SQLite's machine, counted by tens. */
    private static long steps(Path file) throws Exception {
        try (Connections connections = Sample.connect(file)) {
            var steps = new AtomicLong();
            var jdbc = connections.writing();
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try (connection;
                    var own = new dev.baton.internal.jdbc.Jdbc(connection)) {
                ProgressHandler.setHandler(connection, 10, new ProgressHandler() {
                    @Override
                    protected int progress() {
                        steps.incrementAndGet();
                        return 0;
                    }
                });
                var schedules = new Schedules(own, new Verbs(jdbc).inserting);
                assertThat(schedules.due(Instant.EPOCH, 100, Set.of()).schedules())
                        .isEmpty();
                assertThat(schedules
                                .due(Instant.ofEpochSecond(3), 100, Set.of())
                                .schedules())
                        .hasSize(3);
                ProgressHandler.clearHandler(connection);
            }
            return steps.get();
        }
    }

    @Test
    void a_look_costs_as_much_with_a_hundred_thousand_schedules_as_with_a_few() throws Exception {
        long few = steps(filled("few.db", 10));
        long many = steps(filled("many.db", 100_000));

        assertThat(many).isLessThanOrEqualTo(few + 5);
    }
}
