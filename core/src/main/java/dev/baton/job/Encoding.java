package dev.baton.job;

import dev.baton.internal.check.Text;
import dev.baton.internal.tell.Secrets;
import java.util.Objects;

/** Makes a payload into text that every store keeps and every handler can read; what is not so is refused before any SQL. */
final class Encoding {

    private static final int PAYLOAD_MAX = 256 * 1024;

    private Encoding() {}

    static <P> String encode(JobType<P> type, P payload, PayloadCodec codec) {
        String json = written(type, payload, codec);
        requireStorable(type, json);
        requireReadable(type, payload, json, codec);
        return json;
    }

    /** What text that came from elsewhere, and is to be stored as it is, means to a handler. What is wrong with it holds nothing of it. */
    static <P> P accepted(JobType<P> type, String json, PayloadCodec codec) {
        requireStorable(type, json);
        try {
            return Objects.requireNonNull(codec.decode(json, type.payload()), "The codec returned nothing");
        } catch (RuntimeException e) {
            boolean limit = e instanceof BatonException known && known.code().equals("JSON_LIMIT");
            String at = e instanceof UndecodableException wrong ? ", at " + wrong.at() : "";
            throw new BatonException(
                    limit ? "JSON_LIMIT" : "BAD_PAYLOAD",
                    "The payload does not fit the type " + type.name() + at + "; nothing was stored.");
        }
    }

    private static void requireStorable(JobType<?> type, String json) {
        if (json.length() > PAYLOAD_MAX) {
            throw new BatonException(
                    "TOO_LARGE",
                    "The payload of a " + type.name() + " has " + json.length() + " characters as JSON and "
                            + PAYLOAD_MAX + " are allowed; nothing was stored. Store a reference instead.");
        }
        Text.requireStorable("the payload of a " + type.name(), json);
    }

    /** Codecs are users' code, and may throw anything. */
    private static <P> String written(JobType<P> type, P payload, PayloadCodec codec) {
        try {
            return Objects.requireNonNull(codec.encode(payload), "The codec returned nothing");
        } catch (BatonException e) {
            throw Secrets.areIn(type.payload())
                    ? new BatonException(e.code(), Secrets.of(payload).shown(String.valueOf(e.getMessage()), 500))
                    : e;
        } catch (RuntimeException e) {
            throw new BatonException(
                    "NOT_SERIALISABLE",
                    "The payload of a " + type.name() + " cannot be written as JSON; nothing was stored: "
                            + Secrets.of(payload).shown(e, 500),
                    Secrets.areIn(type.payload()) ? null : e);
        }
    }

    /** What cannot be read back would be dead on arrival. */
    private static <P> void requireReadable(JobType<P> type, P payload, String json, PayloadCodec codec) {
        try {
            codec.decode(json, type.payload());
        } catch (RuntimeException e) {
            boolean limit = e instanceof BatonException known && known.code().equals("JSON_LIMIT");
            throw new BatonException(
                    limit ? "JSON_LIMIT" : "NOT_SERIALISABLE",
                    "The payload of a " + type.name() + " can be written as JSON but not read back, so no handler "
                            + "could run it; nothing was stored. Use a record of plain values. "
                            + Secrets.of(payload).shown(String.valueOf(e.getMessage()), 500),
                    Secrets.areIn(type.payload()) ? null : e);
        }
    }
}
