package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How PostgreSQL goes about schedules, of which there are a hundred thousand: a look for what is due reads an index up to now. */
@Tag("versions")
class SchedulePlansTest {

    private static final OwnSchema SCHEMA = OwnSchema.unused();

    @BeforeAll
    static void fill() throws Exception {
        SCHEMA.open(InstantSource.system()).close();
        PlansTest.run("""
                SET search_path = %s;
                INSERT INTO baton_schedule
                SELECT 'schedule-' || i, 1, false, 'every PT1H', 'once', 'SKIP', 'default', 'mail', 1, '{}', '', '', 0, NULL, false, NULL,
                    '', i %% 10 = 0, 1000000::bigint * i, NULL, NULL
                FROM generate_series(1, 100000) i;
                ANALYZE baton_schedule
                """.formatted(SCHEMA.name()));
    }

    @AfterAll
    static void drop() {
        SCHEMA.close();
    }

    @Test
    void what_is_due_is_a_range_of_an_index_and_so_is_when_the_first_will_be() throws Exception {
        List<String> plan = PlansTest.plan(ScheduleSql.DUE, SCHEMA);

        assertThat(plan).noneMatch(line -> line.contains("Seq Scan") || line.contains("Sort"));
        assertThat(plan)
                .filteredOn(line -> line.contains("Scan using"))
                .hasSize(2)
                .allMatch(line -> line.contains("baton_schedule_due"));
        assertThat(plan).anyMatch(line -> line.contains("Index Cond") && line.contains("next_at <="));
    }

    @Test
    void whatever_else_is_asked_about_schedules_reads_none_but_those_that_are_named() throws Exception {
        Map.of(
                        "fire", ScheduleSql.LOCK,
                        "move", ScheduleSql.MOVE,
                        "find", ScheduleSql.FIND,
                        "list", ScheduleSql.LIST,
                        "in code", ScheduleSql.LIST_IN_CODE)
                .forEach((what, sql) -> {
                    List<String> plan = planned(sql);
                    assertThat(plan).as(what).noneMatch(line -> line.contains("Seq Scan"));
                    assertThat(plan)
                            .as(what)
                            .filteredOn(line -> line.contains("Scan") && line.contains("on baton_schedule"))
                            .isNotEmpty()
                            .allMatch(line -> line.contains("Index"));
                    assertThat(plan).as(what).anyMatch(line -> line.contains("Index Cond"));
                });
    }

    private static List<String> planned(String sql) {
        try {
            return PlansTest.plan(sql, SCHEMA);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_statement_answers_what_is_due_among_a_hundred_thousand() {
        try (PostgresStore store = SCHEMA.open(InstantSource.system())) {
            assertThat(store.schedules()
                            .due(Instant.ofEpochSecond(5), 100, Set.of("schedule-2"))
                            .schedules())
                    .extracting(each -> each.name())
                    .containsExactly("schedule-1", "schedule-3", "schedule-4", "schedule-5");
        }
    }
}
