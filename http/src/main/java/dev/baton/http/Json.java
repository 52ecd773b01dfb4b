package dev.baton.http;

import dev.baton.job.JacksonCodec;
import java.util.Map;

/** Writes answers. */
final class Json {

    private static final JacksonCodec CODEC = new JacksonCodec();

    private Json() {}

    static String write(Map<String, ?> fields) {
        return CODEC.encode(fields);
    }
}
