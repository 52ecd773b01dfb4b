package dev.baton.internal.tell;

import dev.baton.job.Sensitive;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * A payload's JSON without what is {@link Sensitive}, place by place, as the payload's class says. Where it cannot be told what a place holds that
 * may hold something sensitive, nothing of it is shown.
 */
public final class Redacting {

    private static final JsonNode HIDDEN = StringNode.valueOf("***");
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Redacting() {}

    /**
     * What may be seen of it; exactly as it is, if nothing is sensitive.
     *
     * @param current whether it was written as the class is now; if not, nothing may be seen
     */
    public static Optional<String> json(String json, Class<?> payload, boolean current) {
        if (!current) {
            return Optional
                    .empty(); // what the class was like then is not known, even if nothing in it is sensitive now
        }
        if (!Secrets.areIn(payload)) {
            return Optional.of(json);
        }
        try {
            return Optional.of(MAPPER.writeValueAsString(redacted(MAPPER.readTree(json), payload)));
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static JsonNode redacted(JsonNode node, Type type) {
        if (node.isNull() || !Secrets.areInAny(type)) {
            return node;
        } else if (type instanceof ParameterizedType generic) {
            return redacted(node, generic);
        } else if (type instanceof Class<?> many && many.isArray()) {
            return each(node, part -> redacted(part, many.getComponentType()));
        } else if (type instanceof Class<?> one && one.isRecord() && node instanceof ObjectNode object) {
            return redacted(object, one.getRecordComponents());
        }
        return HIDDEN;
    }

    private static JsonNode redacted(JsonNode node, ParameterizedType generic) {
        Type[] of = generic.getActualTypeArguments();
        Class<?> raw = (Class<?>) generic.getRawType();
        if (Optional.class.isAssignableFrom(raw)) {
            return redacted(node, of[0]);
        } else if (Collection.class.isAssignableFrom(raw)) {
            return each(node, part -> redacted(part, of[0]));
        } else if (Map.class.isAssignableFrom(raw) && !Secrets.areInAny(of[0])) {
            return each(node, part -> redacted(part, of[1]));
        }
        return HIDDEN;
    }

    private static JsonNode each(JsonNode node, UnaryOperator<JsonNode> change) {
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, change.apply(array.get(i)));
            }
            return array;
        } else if (node instanceof ObjectNode object) {
            for (String name : Set.copyOf(object.propertyNames())) {
                object.set(name, change.apply(object.get(name)));
            }
            return object;
        }
        return HIDDEN;
    }

    /** A component may be there under another name than its own, which a mapper gave it; what is under such a name is not shown. */
    private static JsonNode redacted(ObjectNode object, RecordComponent[] components) {
        Set<String> others = new HashSet<>(object.propertyNames());
        others.removeAll(Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.toSet()));
        for (RecordComponent component : components) {
            boolean sensitive = component.isAnnotationPresent(Sensitive.class);
            if (object.has(component.getName())) {
                JsonNode part = object.get(component.getName());
                object.set(component.getName(), sensitive ? HIDDEN : redacted(part, component.getGenericType()));
            } else if (!others.isEmpty() && (sensitive || Secrets.areInAny(component.getGenericType()))) {
                return HIDDEN;
            }
        }
        others.forEach(name -> object.set(name, HIDDEN));
        return object;
    }
}
