package dev.baton.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path with names for some of its segments, such as {@code /jobs/{id}/why}. */
record PathTemplate(String text, List<String> segments) {

    static PathTemplate of(String text) {
        return new PathTemplate(text, List.of(text.substring(1).split("/")));
    }

    /** Are these segments such a path? Asked of many templates for each request. */
    boolean fits(List<String> path) {
        if (path.size() != segments.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            if (!isPlace(segments.get(i)) && !segments.get(i).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** What stands in the places that have names, of a path that fits. */
    Map<String, String> named(List<String> path) {
        var named = new HashMap<String, String>();
        for (int i = 0; i < path.size(); i++) {
            if (isPlace(segments.get(i))) {
                named.put(nameOf(segments.get(i)), path.get(i));
            }
        }
        return named;
    }

    private static boolean isPlace(String segment) {
        return segment.startsWith("{");
    }

    private static String nameOf(String place) {
        return place.substring(1, place.length() - 1);
    }

    /** The names of its places, in their order. */
    List<String> names() {
        return segments.stream()
                .filter(PathTemplate::isPlace)
                .map(PathTemplate::nameOf)
                .toList();
    }

    /** The segments of a path as it was sent; none if it is one that means something else to somebody than it seems to. */
    static Optional<List<String>> segmentsOf(String raw) {
        if (!raw.startsWith("/") || raw.indexOf(';') >= 0) {
            return Optional.empty();
        }
        try {
            String[] segments = raw.substring(1).split("/", -1);
            for (int i = 0; i < segments.length; i++) {
                segments[i] = decoded(segments[i]);
                if (!isPlain(segments[i])) {
                    return Optional.empty();
                }
            }
            return Optional.of(List.of(segments));
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }

    private static String decoded(String segment) {
        boolean plain = segment.indexOf('%') < 0 && segment.indexOf('+') < 0;
        return plain ? segment : URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static boolean isPlain(String segment) {
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '/' || c == '\\' || c == 0xFFFD || Character.isISOControl(c)) {
                return false;
            }
        }
        return !segment.isEmpty() && !segment.equals(".") && !segment.equals("..");
    }
}
