package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the role of an application may do to our tables: all that is asked of a store, and no more. */
@Tag("versions")
class RightsTest {

    private static final String WORK = "DELETE INSERT SELECT UPDATE";

    @RegisterExtension
    final OwnSchema schema = OwnSchema.unused();

    private static void run(DataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Map<String, String> rights() throws SQLException {
        var rights = new TreeMap<String, String>();
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("""
                        SELECT c.relname, (
                            SELECT coalesce(string_agg(g.privilege_type, ' ' ORDER BY g.privilege_type), 'none')
                            FROM aclexplode(c.relacl) g WHERE g.grantee = '%s'::regrole)
                        FROM pg_class c WHERE c.relnamespace = '%s'::regnamespace AND c.relkind IN ('r', 'p', 'v')
                        """.formatted(SharedServer.application(), schema.name()))) {
            while (row.next()) {
                rights.put(row.getString(1), row.getString(2));
            }
        }
        return rights;
    }

    private void assertForbidden(String sql) {
        assertThatThrownBy(() -> run(SharedServer.applicationPool(), sql.replace("{}", schema.name() + ".")))
                .as(sql)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }

    @Test
    void of_every_table_it_is_said_what_an_application_may_do_to_it() throws SQLException {
        schema.openAsApplication(InstantSource.system()).close();

        Map<String, String> rights = rights();

        assertThat(rights)
                .containsEntry("baton_attempt", "INSERT SELECT")
                .containsEntry("baton_operator_action", "INSERT SELECT")
                .containsEntry("baton_job", "INSERT SELECT UPDATE")
                .containsEntry("baton_floor", "SELECT")
                .containsEntry("baton_evidence", "SELECT")
                .containsEntry("baton_chain", "SELECT")
                .containsEntry("baton_anchor", "SELECT")
                .containsEntry("baton_migration", "SELECT")
                .containsEntry("baton_store", "SELECT")
                .as("name a new table in Rights, and think of what may be done to it")
                .doesNotContainValue("none");
        assertThat(rights.values())
                .filteredOn(WORK::equals)
                .as("what has all rights")
                .hasSize(rights.size() - 9);
    }

    @Test
    void what_happened_can_neither_be_edited_nor_removed_by_an_application_nor_can_tables_be_changed() {
        schema.openAsApplication(InstantSource.system()).close();

        assertForbidden("UPDATE {}baton_attempt SET code = 'OTHER'");
        assertForbidden("DELETE FROM {}baton_attempt");
        assertForbidden("TRUNCATE {}baton_attempt");
        assertForbidden("DELETE FROM {}baton_operator_action");
        assertForbidden("UPDATE {}baton_operator_action SET who = 'somebody else'");
        assertForbidden("DELETE FROM {}baton_job");
        assertForbidden("INSERT INTO {}baton_evidence (chain, number) VALUES ('operators', 1)");
        assertForbidden("UPDATE {}baton_evidence SET code = 'OTHER'");
        assertForbidden("DELETE FROM {}baton_evidence");
        assertForbidden("TRUNCATE {}baton_evidence");
        assertForbidden("UPDATE {}baton_chain SET number = 0");
        assertForbidden("INSERT INTO {}baton_anchor VALUES ('operators', 1, '', 0)");
        assertForbidden("SELECT {}baton_prune_evidence('operators', 1)");
        assertForbidden("INSERT INTO {}baton_migration VALUES ('999', '999', '')");
        assertForbidden("ALTER TABLE {}baton_pending ADD COLUMN more text");
        assertForbidden("CREATE TABLE {}baton_more (id int)");
        assertForbidden("DROP TABLE {}baton_pending");
    }

    @Test
    void what_ended_long_ago_is_removed_with_the_rights_of_the_owner() {
        try (PostgresStore store = schema.openAsApplication(InstantSource.system())) {
            assertThat(store.prune(Instant.now(), 100)).isZero();
            assertThat(store.finishedJobs().remove(List.of(Sample.job().id()))).isZero();
        }
        assertThatThrownBy(() -> run(SharedServer.pool(), """
                        CREATE ROLE stranger; GRANT USAGE ON SCHEMA %1$s TO stranger; SET LOCAL ROLE stranger;
                        SELECT %1$s.baton_prune(0, 1)
                        """.formatted(schema.name())))
                .as("nobody else may do so")
                .hasMessageContaining("permission denied for function baton_prune");
    }

    @Test
    void a_temporary_table_of_the_caller_is_not_taken_for_ours_by_what_runs_with_the_owners_rights()
            throws SQLException {
        schema.openAsApplication(InstantSource.system()).close();

        run(SharedServer.applicationPool(), """
                CREATE TEMP TABLE baton_attempt (job uuid, prunable boolean, ended_at bigint) ON COMMIT DROP;
                SELECT %s.baton_prune(1, 1)
                """.formatted(schema.name()));
    }

    @Test
    void a_role_without_rights_is_told_who_can_help_it() {
        PostgresStoreBuilder stranger =
                PostgresStore.on(SharedServer.applicationPool()).schema(schema.name());
        assertThatThrownBy(stranger::open)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NO_RIGHTS"))
                .hasMessageContaining("./baton migrate --apply");

        schema.open(InstantSource.system()).close();
        assertThatThrownBy(stranger::open)
                .as("the tables are there, and another's")
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NO_RIGHTS"));
    }

    @Test
    void rights_are_granted_to_roles_that_are_there_whatever_their_names() throws SQLException {
        PostgresStoreBuilder owner = PostgresStore.on(SharedServer.pool()).schema(schema.name());
        assertThatThrownBy(() -> owner.grantTo("no one").migrations().apply())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("UNKNOWN_ROLE"));

        String quoted = "\"baton_app's \"\"own\"";
        run(SharedServer.pool(), "CREATE ROLE " + quoted);
        assertThat(owner.grantTo("baton_app's \"own").migrations().apply()).isEqualTo(List.of());
        run(SharedServer.pool(), "DROP OWNED BY %1$s; DROP ROLE %1$s".formatted(quoted));
    }
}
