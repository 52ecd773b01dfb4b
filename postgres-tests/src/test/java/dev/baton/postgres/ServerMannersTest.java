package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.job.BatonException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.testserver.SharedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** What is expected of a server, its driver and a transaction of our own. */
class ServerMannersTest {

    private static final Manners.Keeping KEEPS = new Manners.Keeping("on", true, true);

    private static final Duration LONG = Duration.ofSeconds(20);

    @RegisterExtension
    final OwnSchema schema = new OwnSchema();

    private final Logger log = (Logger) LoggerFactory.getLogger(PostgresStore.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.setLevel(Level.WARN);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(lines);
        log.setLevel(null);
    }

    private List<String> warned(Manners manners) {
        lines.list.clear();
        manners.warn();
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static Manners keeping(String synchronousCommit, boolean fsync, boolean fullPageWrites) {
        var keeping = new Manners.Keeping(synchronousCommit, fsync, fullPageWrites);
        return new Manners(false, keeping, "UTF8", 180_000, Optional.empty());
    }

    @Test
    void a_server_on_which_commits_may_not_last_is_named_in_the_log() {
        assertThat(warned(keeping("on", true, true))).isEmpty();
        assertThat(warned(keeping("remote_apply", true, true))).isEmpty();
        assertThat(warned(keeping("off", false, false)))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("synchronous_commit is off"),
                        line -> assertThat(line).startsWith("fsync is off"),
                        line -> assertThat(line).startsWith("full_page_writes is off"));
        assertThat(warned(keeping("local", true, true)))
                .singleElement()
                .asString()
                .contains("failover");
    }

    @Test
    void a_standby_is_refused_before_anything_is_asked_of_it() {
        assertThatThrownBy(() -> new Manners(true, KEEPS, "UTF8", 180_000, Optional.empty()).refuse())
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STANDBY"));
    }

    @ParameterizedTest
    @CsvSource({
        "42.7.11, true",
        "42.7.12, false",
        "42.7.14, false",
        "42.8.0, false",
        "42.2.29.jre7, true",
        "43.0, false"
    })
    void a_driver_with_known_holes_is_told_from_one_without(String version, boolean older) {
        assertThat(Manners.isOlder(version)).isEqualTo(older);
    }

    @Test
    void the_server_ends_a_transaction_of_ours_that_stands_still_and_it_can_be_tried_again() {
        var transactions = new Transactions(SharedServer.pool(), Schema.of(schema.name()));
        String wait = transactions.write(on -> on.first(
                        "SELECT current_setting('idle_in_transaction_session_timeout') AS wait",
                        row -> row.text("wait"))
                .orElseThrow());
        assertThat(wait).isEqualTo("10s");

        assertThatThrownBy(() -> transactions.write(on -> {
                    on.execute("SET LOCAL idle_in_transaction_session_timeout = '100ms'");
                    awaitEnd(on.first("SELECT pg_backend_pid() AS pid", row -> row.integer("pid"))
                            .orElseThrow());
                    return on.query("SELECT 1 AS one", row -> row.integer("one"));
                }))
                .isInstanceOf(StoreUnavailableException.class);
    }

    private static void awaitEnd(int session) throws SQLException {
        long deadline = System.nanoTime() + LONG.toNanos();
        try (Connection connection = SharedServer.server().connect();
                Statement statement = connection.createStatement()) {
            while (statement
                    .executeQuery("SELECT 1 FROM pg_stat_activity WHERE pid = " + session)
                    .next()) {
                assertThat(System.nanoTime() - deadline).as("it is not ended").isNegative();
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }
    }
}
