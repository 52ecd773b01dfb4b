package dev.baton.guide;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.serializer.JavaSerializer;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedules;
import dev.baton.Baton;
import dev.baton.Imported;
import dev.baton.LegacyImport;
import dev.baton.LegacyTable;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.postgres.PostgresStore;
import dev.baton.store.JobView;
import dev.baton.testserver.SharedServer;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.annotations.Job;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.storage.InMemoryStorageProvider;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** What the page for those who come from elsewhere shows of others is taken from here, so it compiles with what they have released. */
class ComingFromPeersTest {

    private static final BlockingQueue<String> MAILS = new LinkedBlockingQueue<>();

    private final String schema = SharedServer.freshSchema();
    private final PGSimpleDataSource pool = new PGSimpleDataSource();

    @BeforeEach
    void open() {
        pool.setUrl(SharedServer.server().url());
        pool.setCurrentSchema(schema);
    }

    @AfterEach
    void drop() {
        SharedServer.drop(schema);
        MAILS.clear();
    }

    // snippet: jobrunr
    record SendReceipt(String orderId, String email) implements JobRequest {
        @Override
        public Class<ReceiptSender> getJobRequestHandler() {
            return ReceiptSender.class;
        }
    }

    public static final class ReceiptSender implements JobRequestHandler<SendReceipt> {
        @Override
        @Job(name = "receipt", retries = 5)
        public void run(SendReceipt receipt) {
            MAILS.add(receipt.email());
        }
    }
    // end of snippet

    @Test
    void jobrunr_takes_requests_now_later_and_at_times() {
        var storage = new InMemoryStorageProvider();
        JobRequestScheduler scheduler = JobRunr.configure()
                .useJsonMapper(new Jackson3JsonMapper())
                .useStorageProvider(storage)
                .initialize()
                .getJobRequestScheduler();
        var receipt = new SendReceipt("42", "a@example.org");
        // snippet: jobrunr-enqueue
        scheduler.enqueue(receipt);
        scheduler.schedule(Instant.now().plusSeconds(3600), receipt);
        scheduler.scheduleRecurrently("nightly", "0 3 * * *", ZoneId.of("Europe/Berlin"), receipt);
        // end of snippet

        assertThat(storage.countJobs(StateName.ENQUEUED)).isEqualTo(1);
        assertThat(storage.countJobs(StateName.SCHEDULED)).isEqualTo(1);
        assertThat(storage.getRecurringJobs()).hasSize(1);
        JobRunr.destroy();
    }

    // snippet: db-scheduler
    record Receipt(String orderId, String email) implements Serializable {}

    static final TaskDescriptor<Receipt> RECEIPT = TaskDescriptor.of("receipt", Receipt.class);
    // end of snippet

    private Scheduler scheduler() {
        // snippet: db-scheduler-start
        OneTimeTask<Receipt> send = Tasks.oneTime(RECEIPT)
                .onFailure(FailureHandler.<Receipt>maxRetries(5)
                        .withBackoff(ofSeconds(2), 2)
                        .thenRemove())
                .execute((instance, context) -> MAILS.add(instance.getData().email()));
        RecurringTask<Void> nightly = Tasks.recurring(
                        "nightly", Schedules.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")))
                .execute((instance, context) -> MAILS.add("cfo@example.org"));
        Scheduler scheduler = Scheduler.create(pool, send).startTasks(nightly).build();
        // end of snippet
        return scheduler;
    }

    private static void schedule(Scheduler scheduler) {
        // snippet: db-scheduler-enqueue
        scheduler.schedule(RECEIPT.instance("order-42")
                .data(new Receipt("42", "a@example.org"))
                .scheduledTo(Instant.now()));
        // end of snippet
    }

    private void createTable() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE scheduled_tasks (task_name text, task_instance text, task_data bytea,"
                    + " execution_time timestamptz NOT NULL, picked boolean NOT NULL, picked_by text,"
                    + " last_success timestamptz, last_failure timestamptz, consecutive_failures integer,"
                    + " last_heartbeat timestamptz, version bigint NOT NULL, PRIMARY KEY (task_name, task_instance))");
        }
    }

    // snippet: import
    record Waiting(String instance, Receipt receipt, Instant due) {}

    static final class ScheduledTasks implements LegacyTable<Waiting> {
        @Override
        public List<Waiting> oldest(Connection transaction, int limit) throws SQLException {
            var rows = new ArrayList<Waiting>();
            try (PreparedStatement open = transaction.prepareStatement("""
                    SELECT task_instance, task_data, execution_time FROM scheduled_tasks
                    WHERE task_name = 'receipt' AND NOT picked ORDER BY execution_time LIMIT ? FOR UPDATE""")) {
                open.setInt(1, limit);
                ResultSet result = open.executeQuery();
                while (result.next()) {
                    var receipt = new JavaSerializer().deserialize(Receipt.class, result.getBytes(2));
                    Instant due = result.getObject(3, OffsetDateTime.class).toInstant();
                    rows.add(new Waiting(result.getString(1), receipt, due));
                }
            }
            return rows;
        }

        @Override
        public boolean mark(Connection transaction, Waiting row) throws SQLException {
            try (PreparedStatement taken = transaction.prepareStatement(
                    "DELETE FROM scheduled_tasks WHERE task_name = 'receipt' AND task_instance = ? AND NOT picked")) {
                taken.setString(1, row.instance());
                return taken.executeUpdate() == 1;
            }
        }
    }
    // end of snippet

    @Test
    void what_waits_in_a_table_of_db_scheduler_becomes_jobs_under_keys_that_are_its_instances() throws Exception {
        JobType<Receipt> type = JobType.of("receipt.send", Receipt.class);
        createTable();
        schedule(scheduler());

        try (Baton baton = Baton.on(
                        PostgresStore.on(SharedServer.pool()).schema(schema).open())
                .handle(type, MAILS, (receipt, run, mails) -> mails.add(receipt.email()))
                .start()) {
            // snippet: run-import
            Imported<Waiting> imported = LegacyImport.of(
                            new ScheduledTasks(),
                            row -> type.job(row.receipt()).at(row.due()).uniqueKey(row.instance()))
                    .run(baton, pool);
            // end of snippet
            assertThat(imported.added()).isEqualTo(1);
            JobView job = baton.find(type, "order-42").orElseThrow();
            assertThat(baton.await(job.id(), ofSeconds(20))).isEqualTo(JobState.DONE);
        }
        assertThat(MAILS).containsExactly("a@example.org");
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet left = statement.executeQuery("SELECT count(*) FROM scheduled_tasks")) {
            left.next();
            assertThat(left.getInt(1)).isZero();
        }
    }

    @Test
    void db_scheduler_runs_what_it_is_given() throws Exception {
        createTable();
        Scheduler scheduler = scheduler();
        schedule(scheduler);
        scheduler.start();

        assertThat(MAILS.poll(20, TimeUnit.SECONDS)).isEqualTo("a@example.org");
        scheduler.stop();
    }
}
