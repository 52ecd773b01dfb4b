package dev.baton.job;

import dev.baton.internal.tell.Printable;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The codec Baton uses unless told otherwise: Jackson 3, strict, without any way for JSON to name a class. */
public final class JacksonCodec implements PayloadCodec {

    private static final int DEPTH_MAX = 64;
    private static final int STRING_MAX = 64 * 1024;
    private static final int NUMBER_MAX = 100;

    private static final Pattern EXCEPTION = Pattern.compile("Exception$");

    private final JsonMapper mapper;

    /** A codec with our own mapper. */
    public JacksonCodec() {
        var constraints = StreamReadConstraints.builder()
                .maxNestingDepth(DEPTH_MAX)
                .maxStringLength(STRING_MAX)
                .maxNumberLength(NUMBER_MAX)
                .build();
        mapper = JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(constraints).build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT) // 12.5 cents are not 12
                .build();
    }

    @Override
    public String encode(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JacksonException e) {
            throw new BatonException(
                    "NOT_SERIALISABLE",
                    "A " + value.getClass().getSimpleName()
                            + " cannot be written as JSON (" + where(e)
                            + "); nothing was stored. Use a record of plain values.");
        }
    }

    @Override
    public <T> T decode(String json, Class<T> type) {
        try {
            T value = mapper.readValue(json, type);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            String message = "The stored JSON is no " + type.getSimpleName() + ": " + where(e) + ".";
            throw e instanceof StreamConstraintsException
                    ? new BatonException("JSON_LIMIT", message)
                    : new UndecodableException(message, place(e));
        }
        throw new BatonException("UNDECODABLE", "The stored JSON is null and no " + type.getSimpleName() + ".");
    }

    /** What is wrong and where, but not with which value: that may be secret. */
    private static String where(JacksonException e) {
        String what = EXCEPTION.matcher(e.getClass().getSimpleName()).replaceAll("");
        return Printable.of(what + " at " + place(e), 500);
    }

    private static String place(JacksonException e) {
        String path = e.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("."));
        boolean located = path.isEmpty() && e.getLocation() != null;
        return Printable.of(located ? e.getLocation().offsetDescription() : path, 200);
    }
}
