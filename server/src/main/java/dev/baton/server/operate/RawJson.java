package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.PayloadCodec;
import java.util.Map;

/** Payloads that are JSON text already, and are stored as they are once it is known that a handler could read them. */
final class RawJson implements PayloadCodec {

    private final JacksonCodec codec = new JacksonCodec();

    @Override
    public String encode(Object value) {
        String text = value.toString();
        try {
            codec.decode(text, Map.class);
        } catch (BatonException e) {
            throw new BatonException(
                    e.code().equals("UNDECODABLE") ? "BAD_JSON" : e.code(),
                    "The data is no JSON object, and nothing was stored: " + e.getMessage());
        }
        return text;
    }

    @Override
    public <T> T decode(String json, Class<T> type) {
        return type.cast(json);
    }
}
