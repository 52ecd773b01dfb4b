package dev.baton.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.postgres.PostgresStore;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What the guide to PostgreSQL says, as code that runs. */
class PostgresGuideTest {

    record Receipt(String order) {}

    private static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class);

    private static HikariDataSource pool() {
        var config = new HikariConfig();
        config.setJdbcUrl(SharedServer.server().url());
        config.setMaximumPoolSize(5);
        return new HikariDataSource(config);
    }

    @Test
    void a_store_is_a_data_source_and_perhaps_a_schema_and_a_direct_way() throws Exception {
        String schema = SharedServer.freshSchema();
        String url = SharedServer.server().url();
        try (HikariDataSource pool = pool()) {
            // snippet: open
            var direct = new PGSimpleDataSource(); // past the pool, for the one connection that is kept
            direct.setUrl(url);
            PostgresStore store =
                    PostgresStore.on(pool).schema(schema).direct(direct).open();
            // end of snippet
            try (Baton baton = Baton.on(store)
                    .handle(RECEIPT, this, (receipt, run, test) -> {})
                    .start()) {
                JobId job = baton.enqueue(RECEIPT, new Receipt("42"));

                assertThat(baton.await(job, Duration.ofSeconds(30))).isEqualTo(JobState.DONE);
            }
        }
        SharedServer.drop(schema);
    }

    @Test
    void one_line_is_enough_to_begin_with() {
        try (HikariDataSource pool = pool()) {
            // snippet: of
            DataSource dataSource = pool; // the application's, as it is
            PostgresStore store = PostgresStore.of(dataSource);
            // end of snippet
            assertThat(store.switches()).isEmpty();
            store.close();
        }
    }
}
