package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.observe.Event;
import dev.baton.postgres.PausedWorker.Note;
import dev.baton.store.AttemptView;
import dev.baton.store.NodeBeat;
import dev.baton.testkit.Recorder;
import dev.baton.testkit.store.AtOnce;
import dev.baton.testserver.PostgresServer;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several nodes on one server, through what happens to processes and servers. */
@Tag("slow")
class NodesTest {

    private static final JobType<Note> NOTE = PausedWorker.NOTE;
    private static final Duration BEAT = PausedWorker.BEAT;
    private static final Duration LEASE = PausedWorker.LEASE;
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private final Recorder<Event> told = new Recorder<>();

    private PostgresStore open() {
        return schema.open(InstantSource.system());
    }

    /** All on one host, at once, on a schema that has no tables yet; none takes another's jobs. */
    @Test
    void many_engines_that_start_at_once_on_one_host_are_as_many_nodes_and_rob_nobody() throws Exception {
        var runs = new AtomicInteger();
        var engines = new ArrayList<Callable<Baton>>();
        for (int i = 0; i < 10; i++) {
            engines.add(() -> Baton.on(open())
                    .listener(told::accept)
                    .handle(NOTE, runs, (note, run, count) -> count.incrementAndGet())
                    .start());
        }

        List<Baton> started = AtOnce.run(engines);
        try (PostgresStore store = open()) {
            var jobs = new ArrayList<JobId>();
            for (int i = 0; i < 100; i++) {
                jobs.add(started.get(i % 10).enqueue(NOTE, new Note("n" + i)));
            }

            assertThat(started.get(0).awaitAll(jobs, LONG).values()).containsOnly(JobState.DONE);
            assertThat(store.liveNodes()).hasSize(10);
            assertThat(runs).hasValue(100);
            assertThat(told.events(Event.NodeDied.class)).isEmpty();
            assertThat(told.events(Event.JobRecovered.class)).isEmpty();
        } finally {
            started.forEach(Baton::close);
        }
    }

    /** With a lease of a second. Who watches others sees no beats meanwhile, and knows that it was he who did not see. */
    @Test
    void a_server_that_is_gone_for_several_leases_kills_nobody() throws Exception {
        var entered = new CountDownLatch(2);
        var mayEnd = new CountDownLatch(1);
        try (var server = PostgresServer.fresh();
                HikariDataSource one = pool(server);
                HikariDataSource two = pool(server);
                Baton first = waiting(one, entered, mayEnd);
                Baton second = waiting(two, entered, mayEnd)) {
            List<JobId> jobs = List.of(first.enqueue(NOTE, new Note("a")), second.enqueue(NOTE, new Note("b")));
            entered.await();

            server.stopImmediately();
            assertThat(Pools.until(() -> beats(Event.StepFailed.class, failed -> failed.times() == 4) == 2))
                    .as("with the pauses in between that is several leases")
                    .isTrue();
            server.start();
            assertThat(Pools.until(() -> beats(Event.StepRecovered.class, recovered -> true) == 2))
                    .as("both beat again")
                    .isTrue();
            long since = beats(watching(one));
            assertThat(Pools.until(() -> beats(watching(one)) > since + 20))
                    .as("for a lease more")
                    .isTrue();
            mayEnd.countDown();

            assertThat(first.awaitAll(jobs, LONG).values()).containsOnly(JobState.DONE);
            assertThat(told.events(Event.NodeDied.class)).isEmpty();
            assertThat(told.events(Event.NodeReplaced.class)).isEmpty();
            assertThat(jobs).allSatisfy(job -> assertThat(first.attempts(job)).hasSize(1));
        }
    }

    private <E extends Event> long beats(Class<E> kind, Predicate<E> which) {
        return told.events(kind).stream()
                .filter(event -> event instanceof Event.StepFailed failed
                        ? failed.step().equals("beat")
                        : event instanceof Event.StepRecovered recovered
                                && recovered.step().equals("beat"))
                .filter(which)
                .count();
    }

    private static List<NodeBeat> watching(HikariDataSource pool) {
        try (PostgresStore store = PostgresStore.of(pool)) {
            return store.liveNodes();
        }
    }

    private static long beats(List<NodeBeat> nodes) {
        return nodes.stream().mapToLong(NodeBeat::beat).sum();
    }

    private static HikariDataSource pool(PostgresServer server) {
        var config = new HikariConfig();
        config.setJdbcUrl(server.url());
        config.setMinimumIdle(0);
        config.setConnectionTimeout(Duration.ofSeconds(1).toMillis());
        return new HikariDataSource(config);
    }

    private Baton waiting(HikariDataSource pool, CountDownLatch entered, CountDownLatch mayEnd) {
        return Baton.on(PostgresStore.of(pool))
                .heartbeat(Duration.ofMillis(100), Duration.ofSeconds(1))
                .recoverEvery(BEAT)
                .concurrency(1)
                .listener(told::accept)
                .handle(NOTE, this, (note, run, test) -> {
                    entered.countDown();
                    mayEnd.await();
                })
                .start();
    }

    @Test
    void a_process_that_was_suspended_for_longer_than_its_lease_changes_nothing_and_goes_on_as_another_node()
            throws Exception {
        PostgresStore store = open();
        try (OtherProcess paused =
                OtherProcess.start(PausedWorker.class, SharedServer.server().url(), schema.name())) {
            JobId job;
            try (Baton producer = Baton.on(open()).enqueues(NOTE).start()) {
                job = producer.enqueue(NOTE, new Note("slow"));
            }
            assertThat(paused.lineOf("entered")).isEqualTo("entered");
            paused.signal("STOP");

            try (Baton other = Baton.on(store)
                    .heartbeat(BEAT, LEASE)
                    .listener(told::accept)
                    .handle(NOTE, this, (note, run, test) -> {})
                    .start()) {
                assertThat(other.await(job, LONG)).isEqualTo(JobState.DONE);
                assertThat(told.events(Event.NodeDied.class)).hasSize(1);
                paused.signal("CONT");
                assertThat(paused.lineOf("replaced")).startsWith("replaced");
                paused.goOn();

                assertThat(paused.lineOf("fenced")).isEqualTo("fenced " + job);
                assertThat(other.attempts(job))
                        .extracting(AttemptView::kind)
                        .containsExactly(AttemptView.Kind.ORPHANED, AttemptView.Kind.DONE);
            }
        }
    }
}
