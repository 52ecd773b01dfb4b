package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Limit;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testkit.store.AtOnce;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.ds.PGSimpleDataSource;

/** Who hears that there is work, and that nobody waits longer than for the next poll who does not. */
@Tag("slow")
@SuppressWarnings("try") // who listens is only to be there
@Tag("versions")
class WakeupTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note.take", Note.class);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private final Semaphore heard = new Semaphore(0);

    private PostgresStore open() {
        return schema.open(InstantSource.system());
    }

    private boolean hears() throws InterruptedException {
        return heard.tryAcquire(30, TimeUnit.SECONDS);
    }

    private String channel() {
        return Pools.ask("SELECT 'baton_' || replace(id::text, '-', '_') FROM " + schema.name() + ".baton_store");
    }

    /** All of them: one of a test before, on the same schema, may not have gone yet. */
    private void cutListeners() {
        Pools.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query LIKE '%LISTEN \""
                + channel() + "\"'");
    }

    @Test
    void what_another_process_adds_is_heard_of_at_once() throws Exception {
        try (PostgresStore here = open();
                PostgresStore elsewhere = open();
                AutoCloseable listening = here.onWork(heard::release)) {
            assertThat(listening).isNotNull();
            assertThat(hears()).as("it has begun to listen").isTrue();

            elsewhere.insert(List.of(Sample.job()), Sample.now());

            assertThat(hears()).isTrue();
        }
    }

    @Test
    @Tag("R-003-28")
    void what_an_application_of_another_process_adds_is_heard_of_when_that_has_committed() throws Exception {
        try (PostgresStore here = open();
                PostgresStore elsewhere = open();
                AutoCloseable listening = here.onWork(heard::release);
                CallerTransaction transaction = schema.begin()) {
            assertThat(listening).isNotNull();
            assertThat(hears()).as("it has begun to listen").isTrue();
            elsewhere.insert(transaction.handle(), List.of(Sample.job()), Sample.now());
            assertThat(heard.tryAcquire()).as("not committed yet").isFalse();

            transaction.commit();

            assertThat(hears()).isTrue();
        }
    }

    @Test
    void an_end_that_makes_room_under_a_limit_is_heard_of_elsewhere() throws Exception {
        Limit each = Limit.ofQueue(Sample.ROUTE.queue()).forEachKey().atOnce(1);
        var node = new NodeId(UUID.randomUUID());
        try (PostgresStore here = open();
                PostgresStore elsewhere = open()) {
            elsewhere.join(node, Set.of(Sample.ROUTE), Sample.now());
            elsewhere.limits().declare(List.of(each), Sample.now());
            NewJob job = Sample.job();
            elsewhere.insert(
                    List.of(new NewJob(job.id(), Sample.ROUTE.withKey("a"), job.payload(), job.urgency())),
                    Sample.now());
            var cap = new ClaimRequest.Cap(Set.of(Sample.ROUTE), 1, Optional.of(each));
            var terms = Map.of(Sample.ROUTE, Terms.of(3, 3));
            var request = new ClaimRequest(node, terms, List.of(cap), 1, true, ClaimRequest.Share.FIRST);
            long fence = elsewhere.claim(request, Sample.now()).claims().get(0).fence();
            try (AutoCloseable listening = here.onWork(heard::release)) {
                assertThat(listening).isNotNull();
                assertThat(hears()).as("it has begun to listen").isTrue();
                var done = new Finish(job.id(), fence, new Ending.Done(Optional.empty()));
                assertThat(elsewhere.finish(List.of(done), Sample.now())).hasSize(1);

                assertThat(hears()).isTrue();
            }
        }
    }

    @Test
    void a_process_that_adds_a_job_and_ends_has_told_the_others() throws Exception {
        try (PostgresStore here = open();
                AutoCloseable listening = here.onWork(heard::release)) {
            assertThat(listening).isNotNull();
            assertThat(hears()).as("it has begun to listen").isTrue();
            try (PostgresStore elsewhere = open()) {
                elsewhere.insert(List.of(Sample.job()), Sample.now());
                elsewhere.insert(List.of(Sample.job()), Sample.now());
            }

            assertThat(hears()).isTrue();
        }
    }

    @Test
    @Tag("R-003-34")
    void who_listens_and_is_cut_off_listens_again_and_looks_for_what_it_has_not_heard() throws Exception {
        try (PostgresStore here = open();
                PostgresStore elsewhere = open();
                AutoCloseable listening = here.onWork(heard::release)) {
            assertThat(listening).isNotNull();
            assertThat(hears()).as("it has begun to listen").isTrue();

            cutListeners();
            assertThat(hears()).as("it listens again, and looks").isTrue();
            elsewhere.insert(List.of(Sample.job()), Sample.now());

            assertThat(hears()).isTrue();
        }
    }

    /** The server commits notifications one after another, so that there must not be one for each job. */
    @Test
    @Tag("R-003-28")
    void very_many_jobs_at_once_make_few_notifications() throws Exception {
        PostgresStore store = open();
        try (Connection counting = SharedServer.server().connect();
                Statement statement = counting.createStatement()) {
            statement.execute("LISTEN \"" + channel() + "\"");
            long began = System.nanoTime();

            AtOnce.run(Collections.nCopies(8, () -> {
                for (int i = 0; i < 100; i++) {
                    store.insert(List.of(Sample.job()), Sample.now());
                }
                return true;
            }));

            long turns = Duration.ofNanos(System.nanoTime() - began).toMillis() / 40;
            store.close();
            assertThat(told(counting)).isBetween(1, (int) turns + 3);
        }
    }

    private static int told(Connection counting) throws SQLException {
        return counting.unwrap(PGConnection.class).getNotifications(100).length;
    }

    @Test
    void nobody_else_is_woken_for_what_can_be_taken_here() throws Exception {
        try (PostgresStore store = open();
                Connection counting = SharedServer.server().connect();
                Statement statement = counting.createStatement()) {
            statement.execute("LISTEN \"" + channel() + "\"");
            var node = new NodeId(UUID.randomUUID());
            store.join(node, Set.of(Sample.ROUTE), Sample.now());
            var forOne = new ClaimRequest(
                    node, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), 1, true, ClaimRequest.Share.FIRST);

            store.claim(forOne, Sample.now());
            store.insert(List.of(Sample.job()), Sample.now());
            store.insert(List.of(Sample.job()), Sample.now());
            int whileThereWasRoom = counting.unwrap(PGConnection.class).getNotifications(500).length;
            store.claim(forOne, Sample.now());
            int whenOneWasLeft = counting.unwrap(PGConnection.class).getNotifications(20_000).length;

            assertThat(whileThereWasRoom).isZero();
            assertThat(whenOneWasLeft).isEqualTo(1);
        }
    }

    /** A connection on which no notification ever arrives, as behind a pooler that gives each transaction another one. */
    private static DataSource deaf() {
        var real = new PGSimpleDataSource();
        real.setUrl(SharedServer.server().url());
        return proxy(DataSource.class, real, Map.of());
    }

    private static <T> T proxy(Class<T> type, Object real, Map<String, Object> instead) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            if (instead.containsKey(method.getName())) {
                return instead.get(method.getName());
            }
            try {
                Object answer = method.invoke(real, given);
                if (method.getName().equals("getConnection")) {
                    return proxy(Connection.class, answer, Map.of());
                }
                return method.getName().equals("unwrap")
                        ? proxy(PGConnection.class, answer, Map.of("getNotifications", new PGNotification[0]))
                        : answer;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @Test
    @Tag("R-003-34")
    void who_hears_nothing_finds_the_work_when_it_polls() throws Exception {
        var runs = new AtomicInteger();
        PostgresStore hardOfHearing = PostgresStore.on(SharedServer.pool())
                .schema(schema.name())
                .direct(deaf())
                .open();
        try (Baton worker = Baton.on(hardOfHearing)
                        .pollEvery(Duration.ofMillis(300))
                        .handle(NOTE, runs, (note, run, count) -> count.incrementAndGet())
                        .start();
                Baton producer = Baton.on(open()).enqueues(NOTE).start()) {
            for (int i = 0; i < 5; i++) {
                JobId job = producer.enqueue(NOTE, new Note("n" + i));
                assertThat(producer.await(job, Duration.ofSeconds(30))).isEqualTo(JobState.DONE);
            }

            assertThat(runs).hasValue(5);
            assertThat(worker.isReady()).isTrue();
        }
    }

    @Test
    void a_process_that_only_adds_jobs_needs_no_connection_of_its_own() {
        try (HikariDataSource pool = Pools.of(1);
                PostgresStore store =
                        PostgresStore.on(pool).schema(schema.name()).open()) {
            for (int i = 0; i < 5; i++) {
                store.insert(List.of(Sample.job()), Sample.now());
            }

            assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isEqualTo(1);
        }
    }
}
