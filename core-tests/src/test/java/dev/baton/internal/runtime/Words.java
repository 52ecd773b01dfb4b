package dev.baton.internal.runtime;

import dev.baton.job.PayloadCodec;

/** Payloads that are numbers: quick to write and to read. */
enum Words implements PayloadCodec {
    CODEC;

    @Override
    public String encode(Object value) {
        return String.valueOf(value);
    }

    @Override
    public <T> T decode(String json, Class<T> type) {
        return type.cast(type == Integer.class ? (Object) Integer.valueOf(json) : json);
    }
}
