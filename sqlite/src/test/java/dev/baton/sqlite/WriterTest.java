package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.BatonException;
import dev.baton.store.NewJob;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of operations that share a transaction. */
class WriterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    /** A writer whose first operation stays in its transaction until the others that are to share it have come. */
    private static final class Shared implements AutoCloseable {
        private final Path file;
        private final Connections connections;
        private final Writer writer;
        private final AtomicInteger looksAtTheTime = new AtomicInteger();
        private final List<String> order = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch allAreThere = new CountDownLatch(1);
        private final FutureTask<String> first;

        Shared(Path file) {
            this(Sample.connect(file), file, true);
        }

        private Shared(Connections connections, Path file, boolean busy) {
            this.file = file;
            this.connections = connections;
            writer = Sample.writer(connections, file, new Manners(looksAtTheTime::incrementAndGet, pause -> {}));
            var entered = new CountDownLatch(1);
            Callable<String> writesFirst = () -> writer.write(() -> {
                entered.countDown();
                await(allAreThere);
                return did("first");
            });
            first = busy ? start(writesFirst) : new FutureTask<>(writesFirst);
            if (busy) {
                await(entered);
            }
        }

        /** One whose thread has nothing to write. */
        static Shared idle(Path file) {
            return new Shared(Sample.connect(file), file, false);
        }

        /** Asks on a thread of its own, and returns when that waits for its answer. */
        static <T> FutureTask<T> start(Callable<T> asked) {
            var task = new FutureTask<>(asked);
            var thread = new Thread(task, "asks");
            thread.start();
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (thread.getState() != Thread.State.WAITING && System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
            assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
            return task;
        }

        String did(String what) {
            order.add(what);
            return what;
        }

        void add(NewJob job) throws SQLException {
            new Verbs(connections.writing()).inserting.insert(List.of(job), Instant.EPOCH);
        }

        /** As others see it. */
        int jobs() throws SQLException {
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    var rows = connection.createStatement().executeQuery("SELECT count(*) FROM baton_job")) {
                return rows.getInt(1);
            }
        }

        /** It looks at the time before and after each. */
        int transactions() {
            return looksAtTheTime.get() / 2;
        }

        @Override
        public void close() {
            allAreThere.countDown();
            writer.close();
            connections.close();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String answer(FutureTask<String> asked) throws Exception {
        try {
            return asked.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause() instanceof BatonException refused ? refused.code() : e.getCause());
        }
    }

    @Test
    void a_claim_runs_after_all_that_comes_before_the_commit_and_shares_it() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            FutureTask<String> claim = Shared.start(() -> shared.writer.writeLast(() -> shared.did("claim")));
            FutureTask<String> finish = Shared.start(() -> shared.writer.write(() -> shared.did("finish")));

            shared.allAreThere.countDown();

            assertThat(answer(claim)).isEqualTo("claim");
            assertThat(answer(finish)).isEqualTo("finish");
            assertThat(shared.order).containsExactly("first", "finish", "claim");
            assertThat(shared.transactions()).isEqualTo(1);
        }
    }

    @Test
    void who_fails_is_told_so_and_leaves_nothing_and_its_neighbours_are_done_once() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            NewJob job = Sample.job();
            FutureTask<String> before = Shared.start(() -> shared.writer.write(() -> {
                shared.add(job);
                return "added";
            }));
            FutureTask<String> failing = Shared.start(() -> shared.writer.write(() -> {
                shared.add(Sample.job());
                throw new BatonException("NOT_LIKED", "Nothing was done.");
            }));
            FutureTask<String> after = Shared.start(() -> shared.writer.write(() -> {
                shared.add(Sample.job());
                return "added";
            }));

            shared.allAreThere.countDown();

            assertThat(answer(failing)).isEqualTo("NOT_LIKED");
            assertThat(List.of(answer(shared.first), answer(before), answer(after)))
                    .containsExactly("first", "added", "added");
            assertThat(shared.jobs()).isEqualTo(2);
            assertThat(shared.transactions()).isEqualTo(1);
        }
    }

    @Test
    void a_claim_is_last_among_its_neighbours_too_when_one_of_them_failed() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            FutureTask<String> claim = Shared.start(() -> shared.writer.writeLast(() -> shared.did("claim")));
            FutureTask<String> failing = Shared.start(() -> shared.writer.write(() -> {
                throw new IllegalStateException("a defect");
            }));
            FutureTask<String> finish = Shared.start(() -> shared.writer.write(() -> shared.did("finish")));

            shared.allAreThere.countDown();

            assertThat(answer(failing)).contains("a defect");
            assertThat(answer(claim)).isEqualTo("claim");
            assertThat(answer(finish)).isEqualTo("finish");
            assertThat(shared.order).endsWith("first", "finish", "claim");
        }
    }

    @Test
    void nobody_is_answered_before_the_transaction_is_committed() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            var added = new CountDownLatch(1);
            var commit = new CountDownLatch(1);
            FutureTask<String> adding = Shared.start(() -> shared.writer.write(() -> {
                shared.add(Sample.job());
                added.countDown();
                return "added";
            }));
            FutureTask<String> holding = Shared.start(() -> shared.writer.write(() -> {
                await(commit);
                return "held";
            }));

            shared.allAreThere.countDown();
            await(added);

            assertThat(shared.jobs()).isZero();
            assertThat(adding.isDone()).isFalse();
            assertThat(shared.first.isDone()).isFalse();
            commit.countDown();
            assertThat(answer(adding)).isEqualTo("added");
            assertThat(answer(holding)).isEqualTo("held");
            assertThat(shared.jobs()).isEqualTo(1);
        }
    }

    @Test
    void a_hint_follows_unless_a_claim_of_the_same_transaction_has_seen_it() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            FutureTask<String> finish = Shared.start(
                    () -> shared.writer.write(() -> shared.did("finish"), () -> shared.did("superfluous hint")));
            FutureTask<String> claim = Shared.start(() -> shared.writer.writeLast(() -> shared.did("claim")));

            shared.allAreThere.countDown();

            assertThat(answer(claim)).isEqualTo("claim");
            assertThat(answer(finish)).isEqualTo("finish");
            shared.writer.write(() -> shared.did("alone"), () -> shared.did("hint"));
            assertThat(shared.order).containsExactly("first", "finish", "claim", "alone", "hint");
        }
    }

    @Test
    void a_hint_follows_when_a_claim_failed_as_all_was_done_twice() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            FutureTask<String> finish =
                    Shared.start(() -> shared.writer.write(() -> shared.did("finish"), () -> shared.did("hint")));
            FutureTask<String> claim = Shared.start(() -> shared.writer.writeLast(() -> shared.did("claim")));
            FutureTask<String> failing = Shared.start(() -> shared.writer.writeLast(() -> {
                throw new BatonException("NOT_NOW", "Nothing was claimed.");
            }));

            shared.allAreThere.countDown();

            assertThat(answer(failing)).isEqualTo("NOT_NOW");
            assertThat(answer(claim)).isEqualTo("claim");
            assertThat(answer(finish)).isEqualTo("finish");
            assertThat(shared.order).endsWith("finish", "claim", "hint");
        }
    }

    @Test
    void who_has_little_to_write_does_it_himself_if_nobody_else_writes() throws Exception {
        try (var shared = Shared.idle(folder.resolve("app.db"))) {
            Thread wrote = shared.writer.writeHere(Thread::currentThread, any -> false, () -> shared.did("hint"));

            assertThat(wrote).isEqualTo(Thread.currentThread());
            assertThat(shared.order).isEmpty();
        }
    }

    @Test
    void who_claims_does_it_himself_if_nobody_else_writes() throws Exception {
        try (var shared = Shared.idle(folder.resolve("app.db"))) {
            assertThat(shared.writer.writeLast(Thread::currentThread)).isEqualTo(Thread.currentThread());
        }
    }

    @Test
    void who_has_little_to_write_joins_the_transaction_under_way() throws Exception {
        try (var shared = new Shared(folder.resolve("app.db"))) {
            FutureTask<String> little = Shared.start(
                    () -> shared.writer.writeHere(() -> shared.did("little"), any -> true, () -> shared.did("hint")));

            shared.allAreThere.countDown();

            assertThat(answer(little)).isEqualTo("little");
            assertThat(shared.order).containsExactly("first", "little", "hint");
            assertThat(shared.transactions()).isEqualTo(1);
        }
    }

    @Test
    void who_writes_himself_takes_along_what_comes_meanwhile_and_answers_it_when_all_is_committed() throws Exception {
        try (var shared = Shared.idle(folder.resolve("app.db"))) {
            var others = new ArrayList<FutureTask<String>>();

            shared.writer.writeHere(
                    () -> {
                        // The thread that writes has the first of them in hand, and waits for its turn with it.
                        others.add(Shared.start(() -> shared.writer.write(() -> shared.did("waited"))));
                        others.add(Shared.start(() -> shared.writer.write(() -> shared.did("taken along"))));
                        return shared.did("himself");
                    },
                    any -> true,
                    () -> {});

            assertThat(answer(others.get(0))).isEqualTo("waited");
            assertThat(answer(others.get(1))).isEqualTo("taken along");
            assertThat(shared.order).startsWith("himself").contains("waited", "taken along");
            assertThat(shared.transactions()).isBetween(1, 2);
        }
    }

    @Test
    void a_writer_is_closed_when_who_writes_himself_has_done_so_and_refuses_who_comes_later() throws Exception {
        try (var shared = Shared.idle(folder.resolve("app.db"))) {
            var closing = new ArrayList<FutureTask<String>>();

            shared.writer.writeHere(
                    () -> {
                        closing.add(Shared.start(() -> {
                            shared.writer.close();
                            return shared.did("closed");
                        }));
                        return shared.did("himself");
                    },
                    any -> true,
                    () -> {});

            assertThat(answer(closing.get(0))).isEqualTo("closed");
            assertThat(shared.order).containsExactly("himself", "closed");
            FutureTask<String> late = new FutureTask<>(
                    () -> shared.writer.writeHere(() -> shared.did("late"), any -> true, () -> shared.did("hint")));
            late.run();
            assertThat(answer(late)).isEqualTo("STORE_CLOSED");
            assertThat(shared.order).doesNotContain("late");
        }
    }
}
