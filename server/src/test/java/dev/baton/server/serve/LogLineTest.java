package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LogLineTest {

    @Test
    void whatever_is_logged_stays_on_one_line_of_the_log() throws Exception {
        var context = new LoggerContext();
        var reading = new JoranConfigurator();
        reading.setContext(context);
        URL file = Objects.requireNonNull(getClass().getResource("/logback.xml"));
        reading.doConfigure(file);
        var logger = context.getLogger("dev.baton.Test");
        var appender =
                (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("STDERR");
        var encoder = (PatternLayoutEncoder) appender.getEncoder();

        var event = new LoggingEvent(
                "fqcn",
                logger,
                Level.WARN,
                "type=a\r\n00:00:00.000 ERROR Baton forged\u001b[31m\u0000",
                new IllegalStateException("first\nsecond"),
                null);
        String line = new String(encoder.encode(event), StandardCharsets.UTF_8);

        assertThat(line.stripTrailing())
                .doesNotContainPattern("\\p{Cntrl}")
                .contains("forged")
                .contains("second");
        assertThat(line).endsWith(System.lineSeparator());
    }
}
