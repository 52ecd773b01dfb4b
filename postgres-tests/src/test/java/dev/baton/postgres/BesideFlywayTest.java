package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.testkit.store.AtOnce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An application that keeps its own tables with Flyway in the database where our jobs are, as strictly as Flyway can. */
@Tag("slow")
class BesideFlywayTest {

    @RegisterExtension
    final OwnDatabase database = new OwnDatabase();

    @TempDir
    Path scripts;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(scripts.resolve("V1__orders.sql"), "CREATE TABLE orders (id bigint PRIMARY KEY)");
    }

    private FluentConfiguration strict() {
        return Flyway.configure()
                .dataSource(database.source())
                .locations("filesystem:" + scripts)
                .validateMigrationNaming(true)
                .validateOnMigrate(true)
                .ignoreMigrationPatterns(new String[0]);
    }

    private int migrate(FluentConfiguration flyway) {
        return flyway.load().migrate().migrationsExecuted;
    }

    /** Opens the store, works with it, and answers where its tables are. */
    private String use(Optional<String> schema) {
        PostgresStoreBuilder builder = PostgresStore.on(database.source());
        schema.ifPresent(builder::schema);
        try (PostgresStore store = builder.open()) {
            assertThat(store.insert(List.of(Sample.job()), Sample.now())).hasSize(1);
        }
        return schema.orElse("public");
    }

    private void release() throws IOException {
        Files.writeString(scripts.resolve("V2__more.sql"), "ALTER TABLE orders ADD COLUMN more text");
    }

    private void assertBothGoOn(FluentConfiguration flyway, String schema) throws IOException, SQLException {
        assertThat(migrate(flyway)).as("nothing is left to do").isZero();
        release();
        assertThat(migrate(flyway)).isEqualTo(1);
        assertThat(flyway.load().validateWithResult().validationSuccessful).isTrue();
        assertThat(use(Optional.of(schema))).isEqualTo(schema);
        assertThat(database.ask("SELECT count(*) FROM " + schema + ".baton_migration"))
                .isEqualTo(Migration.all().size());
        assertThat(database.ask("SELECT count(*) FROM flyway_schema_history WHERE script LIKE '%.sql'"))
                .isEqualTo(2);
    }

    @Test
    @Tag("R-000-14")
    @Tag("R-000-17")
    void when_flyway_was_first_both_go_on_in_one_schema() throws Exception {
        assertThat(migrate(strict())).isEqualTo(1);

        assertBothGoOn(strict(), use(Optional.empty()));
    }

    @Test
    @Tag("R-000-15")
    @Tag("R-000-16")
    void when_we_were_first_in_a_schema_of_our_own_flyway_notices_nothing() throws Exception {
        String schema = use(Optional.of("baton"));
        assertThat(migrate(strict())).isEqualTo(1);

        assertBothGoOn(strict(), schema);
    }

    @Test
    void when_we_were_first_in_its_own_schema_flyway_wants_to_be_told_that_it_begins_there() throws Exception {
        String schema = use(Optional.empty());
        assertThatThrownBy(() -> migrate(strict()))
                .isInstanceOf(FlywayException.class)
                .hasMessageContaining("non-empty schema");

        FluentConfiguration told = strict().baselineOnMigrate(true).baselineVersion("0");
        assertThat(migrate(told)).isEqualTo(1);

        assertBothGoOn(told, schema);
    }

    @Test
    void when_both_start_at_once_neither_stands_in_the_others_way() throws Exception {
        migrate(strict());
        release();

        List<Callable<Integer>> starts = List.of(
                () -> migrate(strict()),
                () -> migrate(strict()),
                () -> use(Optional.empty()).length(),
                () -> use(Optional.empty()).length());
        AtOnce.run(starts);

        assertBothGoOnWithoutRelease();
    }

    private void assertBothGoOnWithoutRelease() throws SQLException {
        assertThat(migrate(strict())).isZero();
        assertThat(database.ask("SELECT count(*) FROM baton_migration"))
                .isEqualTo(Migration.all().size());
        assertThat(database.ask("SELECT count(*) FROM flyway_schema_history")).isEqualTo(2);
    }
}
