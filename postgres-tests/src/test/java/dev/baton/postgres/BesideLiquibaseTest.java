package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import liquibase.Scope;
import liquibase.UpdateSummaryEnum;
import liquibase.changelog.FastCheckService;
import liquibase.command.CommandScope;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.DirectoryResourceAccessor;
import liquibase.ui.LoggerUIService;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that keeps its own tables with Liquibase in the database where our jobs are. */
@Tag("slow")
class BesideLiquibaseTest {

    private static final String FIRST = """
            --liquibase formatted sql
            --changeset shop:orders failOnError:true
            CREATE TABLE orders (id bigint PRIMARY KEY);
            """;

    private static final String SECOND = """
            --changeset shop:more failOnError:true
            ALTER TABLE orders ADD COLUMN more text;
            """;

    private static final Logger LOG = Logger.getLogger("liquibase"); // kept, or it forgets its level

    @BeforeAll
    static void quietly() {
        LOG.setLevel(Level.OFF);
        System.setProperty("liquibase.analytics.enabled", "false"); // tests tell nobody that they run
    }

    @RegisterExtension
    final OwnDatabase database = new OwnDatabase();

    @TempDir
    Path folder;

    /** Validates what was applied, applies what is missing, and answers how many there are. */
    private long update(String changes) throws Exception {
        Files.writeString(folder.resolve("changes.sql"), changes);
        var files = new DirectoryResourceAccessor(folder);
        Map<String, Object> around =
                Map.of(Scope.Attr.resourceAccessor.name(), files, Scope.Attr.ui.name(), new LoggerUIService());
        try (Connection connection = database.source().getConnection()) {
            Database target =
                    DatabaseFactory.getInstance().findCorrectDatabaseImplementation(new JdbcConnection(connection));
            Scope.child(around, () -> {
                // As in a process that starts: it remembers what was up to date.
                Scope.getCurrentScope().getSingleton(FastCheckService.class).clearCache();
                for (String command : List.of("validate", "update")) {
                    var run = new CommandScope(command)
                            .addArgumentValue("changelogFile", "changes.sql")
                            .addArgumentValue("database", target);
                    if (command.equals("update")) {
                        run.addArgumentValue("showSummary", UpdateSummaryEnum.OFF);
                    }
                    run.execute();
                }
            });
        } finally {
            files.close();
        }
        return database.ask("SELECT count(*) FROM databasechangelog");
    }

    private void use(Optional<String> schema) {
        PostgresStoreBuilder builder = PostgresStore.on(database.source());
        schema.ifPresent(builder::schema);
        try (PostgresStore store = builder.open()) {
            assertThat(store.insert(List.of(Sample.job()), Sample.now())).hasSize(1);
        }
    }

    @Test
    @Tag("R-000-14")
    @Tag("R-000-17")
    void when_liquibase_was_first_both_go_on_in_one_schema() throws Exception {
        assertThat(update(FIRST)).isEqualTo(1);

        use(Optional.empty());

        assertThat(update(FIRST)).isEqualTo(1);
        assertThat(update(FIRST + SECOND)).isEqualTo(2);
        use(Optional.empty());
        assertThat(database.ask("SELECT count(*) FROM baton_migration"))
                .isEqualTo(Migration.all().size());
    }

    @ParameterizedTest
    @Tag("R-000-15")
    @ValueSource(strings = {"public", "baton"})
    void when_we_were_first_in_its_schema_or_in_our_own_liquibase_notices_nothing(String schema) throws Exception {
        use(Optional.of(schema));

        assertThat(update(FIRST)).isEqualTo(1);
        use(Optional.of(schema));
        assertThat(update(FIRST + SECOND)).isEqualTo(2);
        assertThat(database.ask("SELECT count(*) FROM " + schema + ".baton_migration"))
                .isEqualTo(Migration.all().size());
    }
}
