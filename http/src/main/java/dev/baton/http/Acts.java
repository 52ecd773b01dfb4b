package dev.baton.http;

import dev.baton.store.OperatorCommand.By;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Has in the log what no store keeps: what was refused, and what was done to tasks. No text that came from elsewhere is there unescaped. */
final class Acts {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.http");
    private static final int MAX = 200;

    private LoggingEventBuilder line;
    private final StringBuilder text;

    /** What is said of it stands in fields, and in the text for those who read lines. */
    private Acts(LoggingEventBuilder line, String what) {
        this.line = line;
        this.text = new StringBuilder(what);
    }

    private Acts with(String field, Object value) {
        line = line.addKeyValue(field, value);
        text.append(' ').append(field).append('=').append(value);
        return this;
    }

    private void log() {
        line.log(text.toString());
    }

    static void told(Call call, String target, By by, boolean done) {
        new Acts(LOG.atInfo(), "operator acted")
                .with("act", call.route().told().id())
                .with("target", LogText.of(target, MAX))
                .with("who", LogText.of(by.who(), MAX))
                .with("reason", LogText.of(by.why(), MAX))
                .with("done", done)
                .log();
    }

    /** Somebody wanted what he may not do. */
    static void refused(HttpServletRequest request, String who, String what, Problem problem) {
        new Acts(LOG.atWarn(), "request refused")
                .with("request_id", RequestId.of(request))
                .with("from", LogText.of(String.valueOf(request.getRemoteAddr()), MAX))
                .with("who", LogText.of(who, MAX))
                .with("what", what)
                .with("code", problem.code())
                .log();
    }

    /** What is in the way is told by who met it; here stands whom it concerned. */
    static void unable(HttpServletRequest request, String code) {
        new Acts(LOG.atWarn(), "request not done")
                .with("request_id", RequestId.of(request))
                .with("code", code)
                .log();
    }

    static void failed(HttpServletRequest request, Throwable failure) {
        new Acts(LOG.atError().setCause(failure), "request failed")
                .with("request_id", RequestId.of(request))
                .log();
    }
}
