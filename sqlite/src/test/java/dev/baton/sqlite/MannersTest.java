package dev.baton.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Inserted;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the writer leaves room for others, with a time that is moved by hand. */
class MannersTest {

    /** So often it looks for others. */
    private static final Duration LOOKS = Duration.ofMillis(5);

    @TempDir
    Path folder;

    private final AtomicLong nanos = new AtomicLong(-5);
    private final List<Duration> gaps = Collections.synchronizedList(new ArrayList<>());
    private final Manners manners = new Manners(nanos::get, pause -> gaps.add(Duration.ofNanos(pause)));
    private final List<AutoCloseable> toClose = new ArrayList<>();
    private Path file = Path.of("set before each test");

    @BeforeEach
    void nameFile() {
        file = folder.resolve("app.db");
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : toClose) {
            each.close();
        }
    }

    private Runnable openAndWrite() {
        Connections connections = Sample.connect(file);
        Writer writer = Sample.writer(connections, file, manners);
        toClose.add(writer);
        toClose.add(connections);
        var inserting = new Verbs(connections.writing()).inserting;
        return () -> assertThat(writer.write(() ->
                        inserting.insert(List.of(Sample.job("{\"x\":\"" + "y".repeat(10_000) + "\"}")), Instant.EPOCH)))
                .extracting(Inserted::answer)
                .containsExactly(Inserted.Answer.ADDED);
    }

    private void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Test
    void who_has_the_file_alone_leaves_no_gap_between_its_commits() {
        Runnable write = openAndWrite();

        for (int i = 0; i < 500; i++) { // so much that the log is brought into the file, and begun anew
            write.run();
        }

        assertThat(gaps).isEmpty();
    }

    @Test
    void after_a_commit_of_somebody_else_there_is_a_gap_since_the_last_of_ours() throws Exception {
        Runnable write = openAndWrite();
        write.run();
        Sample.somebodyElseWrites(file);
        write.run();
        write.run();
        assertThat(gaps).as("it looks now and then").isEmpty();

        advance(LOOKS);
        write.run();
        assertThat(gaps).as("it is just finding out").isEmpty();

        write.run();
        assertThat(gaps).containsExactly(Duration.ofMillis(2));

        advance(Duration.ofMillis(1));
        write.run();
        assertThat(gaps).as("as much as is left of it").containsExactly(Duration.ofMillis(2), Duration.ofMillis(1));

        advance(Duration.ofMillis(2));
        write.run();
        assertThat(gaps).as("enough has passed by itself").hasSize(2);
    }

    @Test
    void the_gap_is_left_for_as_long_as_others_are_seen_to_write_and_a_second_more() throws Exception {
        Runnable write = openAndWrite();
        write.run();
        for (int i = 1; i <= 5; i++) {
            Sample.somebodyElseWrites(file);
            advance(LOOKS);
            write.run();
            write.run();
            assertThat(gaps).hasSize(i);
            advance(Duration.ofMillis(900));
        }
        int before = gaps.size();

        advance(Duration.ofMillis(100));
        write.run();
        write.run();

        assertThat(gaps).hasSize(before);
    }

    @Test
    void who_says_that_he_wants_to_write_finds_the_next_gap() {
        Runnable write = openAndWrite();
        write.run();

        manners.expect();
        write.run();
        advance(Duration.ofSeconds(1));
        write.run();

        assertThat(gaps).containsExactly(Duration.ofMillis(2));
    }
}
