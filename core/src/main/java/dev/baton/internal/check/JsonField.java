package dev.baton.internal.check;

import dev.baton.job.BatonException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A field of a JSON object that is given another text; all others stay as they are. */
public final class JsonField {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private JsonField() {}

    /** The object with this text in this field, which it may have or not. */
    public static String put(String json, String field, String text) {
        try {
            JsonNode tree = MAPPER.readTree(json);
            if (tree instanceof ObjectNode object) {
                return MAPPER.writeValueAsString(object.put(field, text));
            }
        } catch (JacksonException e) {
            throw new BatonException("BAD_SCHEDULE", "The payload is no JSON, so it has no field " + field + ".", e);
        }
        throw new BatonException("BAD_SCHEDULE", "The payload is no JSON object, so it has no field " + field + ".");
    }
}
