package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.JdbcTransaction;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where statements find our tables, whatever the schema is called. */
class SchemaTest {

    @ParameterizedTest
    @ValueSource(strings = {"shop", "baton_shop", "baton_job", "my.baton_shop", "Baton_ shop"})
    void every_table_of_a_statement_gets_its_schema_once(String name) {
        Schema schema = Schema.of(name);
        String qualified =
                schema.in("SELECT nextval('baton_fence') FROM baton_job j JOIN baton_attempt a ON a.job = j.id");

        assertThat(qualified)
                .isEqualTo(
                        "SELECT nextval('{}.baton_fence') FROM {}.baton_job j JOIN {}.baton_attempt a ON a.job = j.id"
                                .replace("{}", schema.quoted()));
        assertThat(schema.in(qualified)).as("what names its schema").isEqualTo(qualified);
    }

    @Test
    void a_schema_that_is_called_as_our_tables_are_is_worked_in_as_any_other() throws SQLException {
        String name = "baton_shop";
        PostgresStore.on(SharedServer.pool())
                .schema(name)
                .grantTo(SharedServer.application())
                .migrations()
                .apply();
        try (PostgresStore store = PostgresStore.on(SharedServer.applicationPool())
                        .schema(name)
                        .withoutMigrating()
                        .open();
                Connection caller = SharedServer.applicationPool().getConnection()) {
            caller.setAutoCommit(false);
            store.insert(new JdbcTransaction(caller), List.of(Sample.inLane("one")), Sample.now());
            caller.commit();
            caller.setAutoCommit(true);
            store.insert(List.of(Sample.keyed("two"), Sample.job()), Sample.now());

            assertThat(store.counts(10, Sample.now())).hasSize(1);
            assertThat(PostgresStore.migrationsAsSql(Optional.of(name), Optional.empty()))
                    .contains("SET LOCAL search_path = \"" + name + "\", pg_temp");
        } finally {
            SharedServer.drop(name);
        }
    }
}
