package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobState;
import dev.baton.store.Checkpoint;
import dev.baton.store.Claim;
import dev.baton.store.CommandResult;
import dev.baton.store.Finished;
import dev.baton.store.JdbcTransaction;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Progress;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers whose transactions see everything as it was when they began. */
class OldSnapshotTest extends OnOneNode {

    private static final String SAID =
            "SELECT (SELECT count(*) FROM baton_progress) + (SELECT count(*) FROM baton_cancel)";

    private void say(Claim claim, String how) {
        var progress = new Progress(claim.id(), claim.fence(), new Progress.Mark(1, 2, how));
        store.progress(List.of(progress), now());
        var cancel = new OperatorCommand.OnJob(claim.id(), OperatorCommand.Act.CANCEL, BY);
        assertThat(store.command(List.of(cancel), now()))
                .containsExactly(new CommandResult.Applied("running", "running"));
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE})
    void a_job_can_be_ended_there_whatever_was_said_of_it_meanwhile(int isolation) throws SQLException {
        add(inLane("alice"));
        Claim claim = claimOne();
        say(claim, "before");
        try (Connection connection = SharedServer.pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(isolation);
            statement.execute("SELECT 1 FROM pg_class LIMIT 1");
            say(claim, "meanwhile");

            var transaction = new JdbcTransaction(connection);
            store.checkpoint(transaction, new Checkpoint(claim.id(), claim.fence(), "{}"), now());
            store.finish(transaction, ended(claim), now());
            connection.commit();
        }

        assertThat(state(claim.id())).isEqualTo(JobState.DONE);
        assertThat(notDone(claim)).isEqualTo(Finished.Answer.ALREADY_RECORDED);
        assertThat(schema.count(SAID)).as("its engine has asked").isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothing_is_left_of_what_was_said_when_a_job_is_given_back_or_recovered_or_removed(boolean recovered)
            throws SQLException {
        add(job(Optional.empty(), Optional.empty()));
        Claim claim = claimOne();
        say(claim, "now");
        if (recovered) {
            loseNode();
        } else {
            notDone(claim);
        }
        assertThat(state(claim.id())).isEqualTo(JobState.CANCELLED);
        assertThat(schema.count(SAID)).isZero();

        schema.run("INSERT INTO baton_cancel (job, fence) VALUES ('" + claim.id() + "', 1)");
        clock.advance(Duration.ofDays(1));
        assertThat(store.prune(now(), 10)).isEqualTo(1);
        assertThat(schema.count(SAID)).isZero();
    }
}
