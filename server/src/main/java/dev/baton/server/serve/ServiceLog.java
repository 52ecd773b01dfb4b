package dev.baton.server.serve;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** The log of a service, which nobody watches all the time: what needs attention is written, unless BATON_LOG says otherwise. */
final class ServiceLog {

    private ServiceLog() {}

    static void begin() {
        if (System.getenv("BATON_LOG") == null
                && LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.WARN);
        }
    }
}
