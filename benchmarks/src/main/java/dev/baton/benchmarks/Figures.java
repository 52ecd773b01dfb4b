package dev.baton.benchmarks;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that was measured and goes into the last line. */
final class Figures {

    private final Map<Figure, Double> values = new EnumMap<>(Figure.class);

    void put(Figure figure, double value) {
        values.put(figure, value);
    }

    boolean has(Figure figure) {
        return Double.isFinite(get(figure));
    }

    double get(Figure figure) {
        return values.getOrDefault(figure, Double.NaN);
    }

    /** As it is written in JSON; what was not measured is null. */
    String text(Figure figure) {
        double value = get(figure);
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%." + figure.decimals() + "f", value) : "null";
    }

    /** One line, with every field and no other. */
    String json(Topic topic, Kind kind, String commit) {
        Stream<String> names = Stream.of("\"store\":\"" + kind + "\"", "\"commit\":\"" + commit + "\"");
        Stream<String> all = Figure.of(topic, kind).stream().map(each -> "\"" + each.field() + "\":" + text(each));
        return Stream.concat(names, all).collect(Collectors.joining(",", "{", "}"));
    }
}
