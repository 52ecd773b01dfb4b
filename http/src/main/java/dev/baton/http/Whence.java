package dev.baton.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who asked for something, and from where, as it is put on record: in one text, as that is in the transaction of what was done, in the log, and in
 * the evidence, and nothing of it can be lost on the way.
 *
 * @param who by the name of his token or login
 * @param from the address that the request came from, as the server knows it; what a proxy says of it is believed only where the server was told to
 * @param request its id, which its answer and the log have, too
 */
record Whence(String who, Optional<String> from, Optional<String> request) {

    private static final Pattern TEXT = Pattern.compile("(.*) \\(from ([^ ()]+), request ([0-9a-f]+)\\)");
    /** So that all of it has room where 200 characters have. */
    private static final int WHO_MAX = 110;

    private static final int FROM_MAX = 50;

    static Whence of(Caller caller, HttpServletRequest request) {
        String from = String.valueOf(request.getRemoteAddr()).replaceAll("[^0-9A-Za-z:._%\\[\\]-]", "?");
        return new Whence(
                LogText.of(caller.name(), WHO_MAX),
                Optional.of(from.substring(0, Math.min(from.length(), FROM_MAX))),
                Optional.of(RequestId.of(request)));
    }

    /** What was put on record; who was not asked over HTTP has only a name. */
    static Whence parse(String recorded) {
        Matcher parts = TEXT.matcher(recorded);
        return parts.matches()
                ? new Whence(parts.group(1), Optional.of(parts.group(2)), Optional.of(parts.group(3)))
                : new Whence(recorded, Optional.empty(), Optional.empty());
    }

    @Override
    public String toString() {
        return who + " (from " + from.orElse("?") + ", request " + request.orElse("?") + ")";
    }
}
