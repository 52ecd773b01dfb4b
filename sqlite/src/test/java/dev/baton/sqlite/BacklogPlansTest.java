package dev.baton.sqlite;

import static dev.baton.sqlite.Sample.explain;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it costs to look whether all is done. */
class BacklogPlansTest {

    @TempDir
    Path folder;

    @Test
    void what_is_open_is_looked_for_in_indexes_and_of_what_runs_alone_all_is_read() throws Exception {
        Path file = folder.resolve("app.db");
        SqliteStore.open(file).close();

        for (String sql : List.of(
                BacklogSql.NOTED,
                BacklogSql.NOTES_DELETE,
                BacklogSql.WAITING,
                BacklogSql.READY,
                BacklogSql.STILL_OPEN)) {
            assertThat(explain(file, sql))
                    .as(sql)
                    .allMatch(step -> step.startsWith("SEARCH")
                            || step.equals("COMPOUND QUERY")
                            || step.startsWith("LEFT-MOST")
                            || step.equals("UNION ALL"));
        }
        assertThat(explain(file, BacklogSql.READY)).singleElement().asString().contains("COVERING INDEX");
        assertThat(explain(file, BacklogSql.RUNNING))
                .hasSize(2)
                .anyMatch(step -> step.equals("SCAN r"))
                .anyMatch(step -> step.startsWith("SEARCH j"));
    }
}
