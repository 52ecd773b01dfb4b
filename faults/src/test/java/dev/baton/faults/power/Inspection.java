package dev.baton.faults.power;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is found after a power cut: first what is missing, then whether the engine can go on from there. */
final class Inspection {

    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final Path database;
    private final Acknowledged acknowledged;

    Inspection(Path database, Acknowledged acknowledged) {
        this.database = database;
        this.acknowledged = acknowledged;
    }

    /** What was acknowledged and is not there; or why nothing can be found at all. */
    List<String> lost() {
        try (SqliteStore store = SqliteStore.open(database)) {
            return lostIn(store);
        } catch (RuntimeException unreadable) {
            return List.of("The file cannot be opened: " + unreadable);
        }
    }

    private List<String> lostIn(SqliteStore store) {
        var lost = new ArrayList<String>();
        Map<JobId, JobView.Standing> standings =
                store.standings(acknowledged.jobs(), store.clock().instant());
        for (JobId job : acknowledged.jobs()) {
            if (!standings.containsKey(job)) {
                lost.add("job " + job);
            }
        }
        for (Acknowledged.End end : acknowledged.ends()) {
            boolean there = store.attempts(end.job()).stream()
                    .anyMatch(attempt -> attempt.number() == end.attempt() && attempt.kind() == end.kind());
            if (!there) {
                lost.add(end.toString());
            }
        }
        return lost;
    }

    /** The file is whole, and everything in it comes to its end, once. */
    void requireGoesOn() throws Exception {
        assertThat(integrity()).containsExactly("ok");
        try (Baton baton = Baton.on(SqliteStore.open(database))
                .handle(Busy.DEED, this, (deed, run, context) -> {})
                .start()) {
            assertThat(baton.awaitAll(acknowledged.jobs(), AT_MOST).values()).containsOnly(JobState.DONE);
            awaitDrained(baton);
            for (JobId job : acknowledged.jobs()) {
                assertThat(baton.attempts(job))
                        .filteredOn(attempt -> attempt.kind() == Kind.DONE)
                        .as("ends of %s", job)
                        .hasSize(1);
            }
            for (Acknowledged.End end : acknowledged.ends()) {
                assertThat(baton.attempts(end.job()))
                        .extracting(AttemptView::number)
                        .as("attempts of %s", end.job())
                        .doesNotHaveDuplicates();
            }
        }
    }

    private static void awaitDrained(Baton baton) throws InterruptedException {
        long deadline = System.nanoTime() + AT_MOST.toNanos();
        while (!baton.counts().isEmpty()) {
            List<JobId> left =
                    baton.list(JobFilter.ALL, 100).stream().map(JobView::id).toList();
            baton.awaitAll(left, AT_MOST);
            assertThat(System.nanoTime() - deadline)
                    .as("what is left: %s", left)
                    .isNegative();
        }
    }

    private List<String> integrity() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
            var said = new ArrayList<String>();
            while (rows.next()) {
                said.add(rows.getString(1));
            }
            return said;
        }
    }
}
