package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.testkit.store.AtOnce;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MigrationTest {

    @RegisterExtension
    final OwnSchema schema = OwnSchema.unused();

    private static void run(String sql) throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long ask(String sql) throws SQLException {
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private static void assertRefused(ThrowingCallable call, String code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void of_many_who_start_at_once_one_makes_the_tables_and_all_can_use_them() throws Exception {
        List<Callable<Integer>> starts = IntStream.range(0, 8)
                .mapToObj(i -> (Callable<Integer>) () -> {
                    try (PostgresStore store = schema.open(InstantSource.system())) {
                        return store.switches().size();
                    }
                })
                .toList();

        assertThat(AtOnce.run(starts)).containsOnly(0);

        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_migration"))
                .isEqualTo(1);
        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_store"))
                .isEqualTo(1);
    }

    @Test
    void a_schema_that_is_not_there_is_made_whatever_its_name() throws SQLException {
        String name = "Jobs_of_" + schema.name();
        try (PostgresStore store =
                PostgresStore.on(SharedServer.pool()).schema(name).open()) {
            assertThat(store.switches()).isEmpty();
        }
        SharedServer.drop('"' + name + '"');

        assertRefused(() -> PostgresStore.on(SharedServer.pool()).schema("a; DROP"), "BAD_SCHEMA");
    }

    @Test
    void tables_that_are_called_as_ours_are_and_are_not_are_left_alone() throws SQLException {
        run("CREATE TABLE " + schema.name() + ".baton_job (theirs text)");

        assertRefused(() -> schema.open(InstantSource.system()), "FOREIGN_TABLES");
        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_job")).isZero();
    }

    @Test
    void what_a_newer_program_has_applied_is_accepted_as_long_as_it_says_so() throws SQLException {
        schema.open(InstantSource.system()).close();
        run("INSERT INTO " + schema.name() + ".baton_migration VALUES ('999_more.sql', '001_jobs.sql')");
        schema.open(InstantSource.system()).close();

        run("INSERT INTO " + schema.name() + ".baton_migration VALUES ('999_other.sql', '999_other.sql')");

        assertRefused(() -> schema.open(InstantSource.system()), "NEWER_SCHEMA");
    }

    @Test
    void what_is_printed_and_applied_by_somebody_is_found_and_not_applied_again() throws SQLException {
        run("SET search_path = " + schema.name() + "; " + PostgresStore.migrations() + "RESET search_path");

        try (PostgresStore store = schema.open(InstantSource.system())) {
            assertThat(store.insert(List.of(Sample.job()), Sample.now())).hasSize(1);
        }
        assertThat(ask("SELECT count(*) FROM " + schema.name() + ".baton_migration"))
                .isEqualTo(1);
    }
}
