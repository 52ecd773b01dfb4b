package dev.baton.examples.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class logs, while this is open. */
public final class Logged implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    private Logged(Logger logger) {
        this.logger = logger;
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
    }

    /** From now on. */
    public static Logged of(Class<?> type) {
        return new Logged((Logger) LoggerFactory.getLogger(type));
    }

    /** All so far. */
    public List<ILoggingEvent> lines() {
        return List.copyOf(lines.list);
    }

    @Override
    public void close() {
        logger.setLevel(null);
        logger.detachAppender(lines);
    }
}
