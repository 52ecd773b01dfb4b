package dev.baton.outbox.http;

import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Found;
import dev.baton.outbox.Reply;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** The way to one rail: writes requests, has them made, and reads what is answered. Safe for use by several threads. */
record Line(Calls calls, Reading reading, Writing writing) {

    /**
     * How requests are written, by what an application has said. All of it happens before anything is sent.
     *
     * @param header where the reference stands
     */
    record Writing(
            Function<Dispatch, URI> address,
            String header,
            Supplier<Map<String, String>> headers,
            Function<Dispatch, String> body) {}

    Reply send(Dispatch dispatch) throws Exception {
        try {
            URI uri = written(() -> writing.address.apply(dispatch));
            Map<String, String> headers = written(this::headers);
            headers.put(writing.header, dispatch.reference());
            String body = written(() -> writing.body.apply(dispatch));
            if (body.isEmpty()) {
                throw new NotSentException("The request of a payment has a body."); // what makes it leave only once
            }
            return reading.reply(calls.post(uri, headers, body.getBytes(StandardCharsets.UTF_8)));
        } catch (NotSentException certain) {
            return Reply.of(Reading.NOT_SENT).saying(String.valueOf(certain.getMessage()));
        }
    }

    Found find(Dispatch dispatch, Function<Dispatch, URI> at) throws Exception {
        URI uri = written(() -> at.apply(dispatch));
        return reading.found(calls.get(uri, written(this::headers)));
    }

    /** Ours can be said otherwise, whatever letters somebody writes them with. */
    private Map<String, String> headers() {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.put("Accept", "application/json");
        all.put("Content-Type", "application/json");
        all.putAll(writing.headers.get());
        return all;
    }

    /** What it says of itself if it throws may be secret. */
    private static <T> T written(Supplier<T> part) throws NotSentException {
        try {
            return Objects.requireNonNull(part.get(), "nothing");
        } catch (RuntimeException failed) {
            throw new NotSentException(
                    "The request could not be written: " + failed.getClass().getSimpleName() + ".");
        }
    }
}
