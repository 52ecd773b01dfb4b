package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.postgres.PostgresSite;
import dev.baton.benchmarks.sqlite.SqliteSite;
import dev.baton.benchmarks.verdict.Findings;
import dev.baton.testserver.SharedServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Twenty real jobs in two lanes, and what somebody does to them behind the engine's back. */
@Tag("slow")
class LedgerCheckTest {

    private static final int JOBS = 20;
    private static final String FIRST = "(SELECT id FROM baton_job ORDER BY id LIMIT 1)";
    private static final String LAST = "(SELECT id FROM baton_job ORDER BY id DESC LIMIT 1)";

    /** The same offences, whatever the store. */
    abstract static class Offences {

        private Site site;
        private Database database;

        abstract Site site() throws Exception;

        abstract String url(Site of);

        @BeforeEach
        void twenty_jobs_in_two_lanes() throws Exception {
            site = site();
            database = site.database("jobs");
            try (EngineSide engine = EngineSide.on(database)) {
                engine.cycle(JOBS, 5, EngineSide.Jobs.inLanes(2));
            }
        }

        @AfterEach
        void all_is_removed() {
            site.close();
        }

        private Findings after(String... statements) throws Exception {
            try (Connection connection = DriverManager.getConnection(url(site));
                    Statement statement = connection.createStatement()) {
                for (String each : statements) {
                    statement.execute(each);
                }
            }
            return database.check();
        }

        @Test
        void what_the_engine_left_behind_is_as_it_should_be() throws Exception {
            assertThat(after()).isEqualTo(new Findings(JOBS, 0, 0, 0, 0));
            assertThat(after().hold()).isTrue();
        }

        @Test
        void an_end_that_is_gone_is_a_loss() throws Exception {
            assertThat(after("DELETE FROM baton_attempt WHERE job = " + FIRST).lost())
                    .isEqualTo(1);
        }

        @Test
        void a_last_job_that_is_gone_is_a_loss() throws Exception {
            assertThat(after("DELETE FROM baton_job WHERE id = " + LAST)).isEqualTo(new Findings(JOBS, 1, 0, 0, 0));
        }

        @Test
        void a_job_that_still_stands_somewhere_is_a_loss() throws Exception {
            Findings findings = after("INSERT INTO baton_parked (id, queue, type, version, lane, seq, blocks, held,"
                    + " attempts, failures, lost, crash, doubt) SELECT id, queue, type, version, lane, seq, 1 = 0, 1 = 0,"
                    + " 1, 1, 0, 'RERUN', 0 FROM baton_job WHERE id = " + FIRST);

            assertThat(findings).isEqualTo(new Findings(JOBS, 1, 0, 0, 0));
        }

        @Test
        void a_job_that_was_tried_twice_is_doubled() throws Exception {
            Findings findings = after("INSERT INTO baton_attempt (job, number, fence, kind, code, message, claimed_at,"
                    + " ended_at, prunable) SELECT id, 2, 9, 'FAILED', '', '', 0, 0, 1 = 0 FROM baton_job WHERE id = "
                    + LAST);

            assertThat(findings).isEqualTo(new Findings(JOBS, 0, 1, 0, 0));
        }

        @Test
        void a_job_that_nobody_was_told_of_is_unknown() throws Exception {
            Findings findings = after("UPDATE baton_job SET lane = NULL, seq = NULL, payload ="
                    + " '{\"part\":0,\"number\":99}' WHERE id = " + LAST);

            assertThat(findings).isEqualTo(new Findings(JOBS, 1, 0, 1, 0));
        }

        @Test
        void a_handler_that_ran_twice_is_found_though_the_tables_say_nothing_of_it() throws Exception {
            database.ledger().part(0).ran(7, 0);

            assertThat(after()).isEqualTo(new Findings(JOBS, 0, 1, 0, 0));
        }

        @Test
        void an_end_that_came_before_that_of_the_job_ahead_is_out_of_order() throws Exception {
            Findings findings = after("UPDATE baton_job SET seq = seq + 1000 WHERE id = " + LAST);

            assertThat(findings).isEqualTo(new Findings(JOBS, 0, 0, 0, 1));
        }

        @Test
        void a_past_that_was_lost_is_found_as_well() throws Exception {
            database.loadPast(7, loaded -> {});
            assertThat(after()).isEqualTo(new Findings(JOBS, 0, 0, 0, 0));

            Findings findings = after("DELETE FROM baton_job WHERE type = 'bench.past' AND id <>"
                    + " (SELECT id FROM baton_job WHERE type = 'bench.past' ORDER BY id LIMIT 1)");

            assertThat(findings.lost()).isEqualTo(6);
        }
    }

    @Nested
    class OnSqlite extends Offences {

        @TempDir
        Path folder;

        @Override
        Site site() throws Exception {
            return SqliteSite.create(Optional.of(folder));
        }

        @Override
        String url(Site of) {
            return "jdbc:sqlite:" + ((SqliteSite) of).folder().resolve("jobs.db");
        }
    }

    @Nested
    class OnPostgres extends Offences {

        @Override
        Site site() {
            return PostgresSite.on(Optional.of(SharedServer.server().url()));
        }

        @Override
        String url(Site of) {
            return ((PostgresSite) of).url() + "&currentSchema=bench_"
                    + ProcessHandle.current().pid() + "_jobs";
        }
    }
}
