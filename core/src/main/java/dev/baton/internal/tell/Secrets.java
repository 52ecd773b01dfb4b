package dev.baton.internal.tell;

import dev.baton.job.Sensitive;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The values of a payload that are {@link Sensitive}, to be kept out of everything that people read. */
public final class Secrets {

    private static final int SHORTEST = 4;
    private static final String HIDDEN = "***";
    private static final Secrets NONE = new Secrets(List.of(), false);

    private static final ClassValue<Boolean> HAS_SOME = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return hasSome(type, new HashSet<>());
        }
    };

    private final List<String> values;
    private final boolean unreadable;

    private Secrets(List<String> values, boolean unreadable) {
        this.values = values;
        this.unreadable = unreadable;
    }

    /** Can a payload of this class hold any? */
    public static boolean areIn(Class<?> payload) {
        return HAS_SOME.get(payload);
    }

    /** Can a part of a payload that is declared like this hold any? */
    static boolean areInAny(Type declared) {
        return hasSome(declared, new HashSet<>());
    }

    /** Those of this payload; cheap if its class has none. */
    public static Secrets of(Object payload) {
        if (!areIn(payload.getClass())) {
            return NONE;
        }
        Set<String> found = new LinkedHashSet<>();
        try {
            collect(payload, false, found);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return new Secrets(List.of(), true);
        }
        var longestFirst = new ArrayList<>(found);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed());
        return new Secrets(longestFirst, false);
    }

    /** The text without them. If they cannot be read, no text is safe. */
    public String hide(String text) {
        if (unreadable) {
            return HIDDEN;
        }
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, HIDDEN);
        }
        return hidden;
    }

    /** What a value says of itself, without them, in one line; they are looked for before anything is cut or escaped. */
    public String shown(Object value, int max) {
        try {
            return Printable.of(hide(String.valueOf(value)), max);
        } catch (Throwable unprintable) {
            return "unprintable " + value.getClass().getName();
        }
    }

    private static void collect(Object value, boolean sensitive, Set<String> found)
            throws ReflectiveOperationException {
        if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                Object part = component.getAccessor().invoke(value);
                if (part != null) {
                    collect(part, sensitive || component.isAnnotationPresent(Sensitive.class), found);
                }
            }
        } else if (value instanceof Collection<?> many) {
            collectAll(many, sensitive, found);
        } else if (value instanceof Map<?, ?> map) {
            collectAll(map.keySet(), sensitive, found);
            collectAll(map.values(), sensitive, found);
        } else if (value instanceof Optional<?> maybe) {
            collectAll(maybe.stream().toList(), sensitive, found);
        } else if (value instanceof Object[] array) {
            collectAll(Arrays.asList(array), sensitive, found);
        } else if (value instanceof char[] text) {
            collect(new String(text), sensitive, found);
        } else if (value instanceof byte[] bytes) {
            collect(new String(bytes, StandardCharsets.UTF_8), sensitive, found);
            collect(Base64.getEncoder().encodeToString(bytes), sensitive, found);
            collect(HexFormat.of().formatHex(bytes), sensitive, found);
        } else if (sensitive && value.toString().length() >= SHORTEST) {
            found.add(value.toString());
            found.add(inJson(value.toString()));
        }
    }

    private static void collectAll(Collection<?> values, boolean sensitive, Set<String> found)
            throws ReflectiveOperationException {
        for (Object value : values) {
            if (value != null) {
                collect(value, sensitive, found);
            }
        }
    }

    /** As JSON has it between quotes. */
    private static String inJson(String text) {
        var json = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> json.append(c < ' ' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
            }
        }
        return json.toString();
    }

    /** From the declared types alone; what may be anything may hold some. */
    private static boolean hasSome(Type type, Set<Type> seen) {
        if (!seen.add(type)) {
            return false;
        } else if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments()).anyMatch(argument -> hasSome(argument, seen))
                    || hasSome(generic.getRawType(), seen);
        }
        return !(type instanceof Class<?> declared) || hasSomeIn(declared, seen);
    }

    private static boolean hasSomeIn(Class<?> type, Set<Type> seen) {
        if (type.isArray()) {
            return hasSome(type.getComponentType(), seen);
        } else if (type.isRecord()) {
            return Arrays.stream(type.getRecordComponents())
                    .anyMatch(component -> component.isAnnotationPresent(Sensitive.class)
                            || hasSome(component.getGenericType(), seen));
        }
        boolean plain = type.isPrimitive() || type.isEnum() || type.getName().startsWith("java.");
        return !plain;
    }
}
