package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.internal.tell.EventLine;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SupervisorLogTest {

    private final Logger logger = (Logger) LoggerFactory.getLogger(Supervisor.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final SupervisorLog log = new SupervisorLog();

    @BeforeEach
    void listen() {
        lines.start();
        logger.setLevel(Level.TRACE);
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    private ILoggingEvent logged(SupervisorEvent event) {
        log.accept(event);
        return lines.list.get(lines.list.size() - 1);
    }

    @Test
    void an_event_is_its_name_and_what_it_holds_for_people_and_for_machines() {
        ILoggingEvent line = logged(new SupervisorEvent.RestartScheduled("order-poller", 3, Duration.ofSeconds(40)));

        assertThat(line.getFormattedMessage()).isEqualTo("restart_scheduled task=order-poller restart=3 delay=PT40S");
        assertThat(line.getKeyValuePairs())
                .extracting(pair -> pair.key + "=" + pair.value)
                .containsExactly("task=order-poller", "restart=3", "delay=PT40S");
    }

    @Test
    void a_failure_comes_with_its_stack_trace() {
        ILoggingEvent line = logged(new SupervisorEvent.TaskFailed("a", 1, new IllegalStateException("crash")));

        assertThat(line.getThrowableProxy().getMessage()).isEqualTo("crash");
        assertThat(line.getLevel()).isEqualTo(Level.WARN);
    }

    @Test
    void text_of_others_cannot_forge_a_line_or_fill_the_disk() {
        ILoggingEvent line = logged(new SupervisorEvent.TaskWarned(
                "a", 1, "x\n2026-01-01 ERROR all money gone\u001b[31m" + "y".repeat(100_000), new Exception()));

        assertThat(line.getFormattedMessage())
                .contains("\\u000a2026-01-01")
                .contains("\\u001b[31m")
                .doesNotContain("\n")
                .hasSizeLessThan(10_000);
    }

    @Test
    void a_failure_that_cannot_even_be_printed_is_named_by_its_class() {
        ILoggingEvent line = logged(new SupervisorEvent.TaskFailed("a", 1, new Speechless()));

        assertThat(line.getFormattedMessage()).startsWith("task_failed task=a run=1 failure=unprintable ");
    }

    @Test
    void a_listener_that_fails_unprintably_is_named_too() {
        EventLine.listenerFailed(
                SupervisorLog.LOG, event -> {}, new SupervisorEvent.SupervisorEnded(), new Speechless());

        assertThat(lines.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .startsWith("listener_failed listener=")
                        .contains("event=supervisor_ended"));
    }

    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void a_death_by_failure_is_an_error_and_a_death_by_wish_is_not() {
        List<Level> levels = List.of(
                logged(new SupervisorEvent.TaskDied("a", 1, SupervisorEvent.Death.EXHAUSTED))
                        .getLevel(),
                logged(new SupervisorEvent.TaskDied("a", 1, SupervisorEvent.Death.TOO_MANY_DEAD))
                        .getLevel(),
                logged(new SupervisorEvent.TaskDied("a", 1, SupervisorEvent.Death.KILLED))
                        .getLevel(),
                logged(new SupervisorEvent.TaskDied("a", 1, SupervisorEvent.Death.SHUTDOWN))
                        .getLevel());

        assertThat(levels).containsExactly(Level.ERROR, Level.ERROR, Level.INFO, Level.INFO);
    }
}
