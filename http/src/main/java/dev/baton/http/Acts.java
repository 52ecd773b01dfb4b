package dev.baton.http;

import dev.baton.store.OperatorCommand.By;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has in the log what no store keeps: what was refused, and what was done to tasks. No text that came from elsewhere is there unescaped. */
final class Acts {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.http");
    private static final int MAX = 200;

    private Acts() {}

    static void told(Call call, String target, By by, boolean done) {
        LOG.atInfo()
                .addKeyValue("act", call.route().told().id())
                .addKeyValue("target", LogText.of(target, MAX))
                .addKeyValue("who", by.who())
                .addKeyValue("reason", LogText.of(by.why(), MAX))
                .addKeyValue("done", done)
                .log("operator acted");
    }

    /** Somebody wanted what he may not do. */
    static void refused(HttpServletRequest request, String who, String what, Problem problem) {
        LOG.atWarn()
                .addKeyValue("request_id", RequestId.of(request))
                .addKeyValue("from", LogText.of(String.valueOf(request.getRemoteAddr()), MAX))
                .addKeyValue("who", LogText.of(who, MAX))
                .addKeyValue("what", what)
                .addKeyValue("code", problem.code())
                .log("request refused");
    }

    /** What is in the way is told by who met it; here stands whom it concerned. */
    static void unable(HttpServletRequest request, String code) {
        LOG.atWarn()
                .addKeyValue("request_id", RequestId.of(request))
                .addKeyValue("code", code)
                .log("request not done");
    }

    static void failed(HttpServletRequest request, Throwable failure) {
        LOG.atError()
                .addKeyValue("request_id", RequestId.of(request))
                .setCause(failure)
                .log("request failed");
    }
}
