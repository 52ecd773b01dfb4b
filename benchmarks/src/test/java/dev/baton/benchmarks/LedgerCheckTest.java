package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.benchmarks.verdict.Findings;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Twenty real jobs in two lanes, and what somebody does to them behind the engine's back. */
class LedgerCheckTest {

    private static final int JOBS = 20;
    private static final String FIRST = "(SELECT min(id) FROM baton_job)";

    @TempDir
    Path folder;

    private BenchFile file;

    @BeforeEach
    void twenty_jobs_in_two_lanes() throws Exception {
        file = BenchFile.at(folder.resolve("jobs.db"));
        try (EngineSide engine = EngineSide.on(file)) {
            engine.cycle(JOBS, 5, EngineSide.Jobs.inLanes(2));
        }
    }

    private Findings after(String... statements) throws Exception {
        try (PlainFile plain = PlainFile.open(file.path())) {
            for (String statement : statements) {
                plain.execute(statement);
            }
        }
        return file.check();
    }

    @Test
    void what_the_engine_left_behind_is_as_it_should_be() throws Exception {
        assertThat(after()).isEqualTo(new Findings(JOBS, 0, 0, 0, 0));
        assertThat(after().hold()).isTrue();
    }

    static Stream<Arguments> offences() {
        return Stream.of(
                Arguments.of("an end is gone", "DELETE FROM baton_attempt WHERE job = " + FIRST, 1, 0, 0),
                Arguments.of(
                        "a last job is gone",
                        "DELETE FROM baton_job WHERE id = (SELECT max(id) FROM baton_job)",
                        1,
                        0,
                        0),
                Arguments.of(
                        "a job still runs",
                        "INSERT INTO baton_running SELECT id, id, 1, 0, 1, 0, 0, lane, seq, 1, 5, 3, 'RERUN', 'BLOCKS', 0, 0,"
                                + " NULL, NULL, NULL FROM baton_job WHERE id = " + FIRST,
                        1,
                        0,
                        0),
                Arguments.of(
                        "a job was tried twice",
                        "INSERT INTO baton_attempt SELECT NULL, job, 2, 9, 'FAILED', '', '', NULL, 0, 0, 0"
                                + " FROM baton_attempt WHERE job = (SELECT max(id) FROM baton_job)",
                        0,
                        1,
                        0),
                Arguments.of(
                        "nobody was told of a job",
                        "INSERT INTO baton_job SELECT x'00', queue, type, version, NULL, NULL, NULL,"
                                + " '{\"part\":0,\"number\":99}', sha256, label, priority, created_at, NULL, NULL"
                                + " FROM baton_job WHERE id = " + FIRST,
                        0,
                        0,
                        1));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("offences")
    void an_offence_is_found_and_counted_once(String what, String sql, int lost, int doubled, int unknown)
            throws Exception {
        Findings findings = after(sql);

        assertThat(findings.lost()).as(what).isEqualTo(lost);
        assertThat(findings.doubled()).as(what).isEqualTo(doubled);
        assertThat(findings.unknown()).as(what).isEqualTo(unknown);
        assertThat(findings.hold()).isFalse();
    }

    @Test
    void a_handler_that_ran_twice_is_found_though_the_file_says_nothing_of_it() throws Exception {
        file.ledger().part(0).ran(7, 0);

        assertThat(after()).isEqualTo(new Findings(JOBS, 0, 1, 0, 0));
    }

    @Test
    void an_end_that_came_before_that_of_the_job_ahead_is_out_of_order() throws Exception {
        Findings findings = after("UPDATE baton_attempt SET seq = seq + 1000 WHERE job = " + FIRST);

        assertThat(findings).isEqualTo(new Findings(JOBS, 0, 0, 0, 1));
    }

    @Test
    void a_past_that_was_lost_is_found_as_well() throws Exception {
        assertThat(file.withPast(3).check().lost()).isEqualTo(3);
    }
}
