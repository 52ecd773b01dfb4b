package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.store.JobStore;
import dev.baton.testkit.store.TamperContract;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TamperedTablesTest extends TamperContract {

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    @Override
    protected JobStore open(InstantSource clock) {
        return schema.open(clock);
    }

    @Override
    protected void run(String sql) throws SQLException {
        try (Stranger stranger = schema.stranger()) {
            stranger.run(sql);
            stranger.commit();
        }
    }

    @Override
    protected void tamper(String sql) throws SQLException {
        try (Stranger stranger = schema.stranger()) {
            stranger.run("SET LOCAL session_replication_role = replica");
            stranger.run(sql);
            stranger.commit();
        }
    }

    @Test
    void evidence_cannot_be_truncated() {
        for (String table : new String[] {"baton_evidence", "baton_chain", "baton_anchor"}) {
            assertThatThrownBy(() -> run("TRUNCATE " + table))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("P0001"));
        }
    }
}
