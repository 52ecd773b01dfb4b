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

    /** What stands in the places that have names, if these segments are such a path. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != segments.size()) {
            return Optional.empty();
        }
        var named = new HashMap<String, String>();
        for (int i = 0; i < path.size(); i++) {
            String segment = segments.get(i);
            if (segment.startsWith("{")) {
                named.put(segment.substring(1, segment.length() - 1), path.get(i));
            } else if (!segment.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(named);
    }

    /** The names of its places, in their order. */
    List<String> names() {
        return segments.stream()
                .filter(segment -> segment.startsWith("{"))
                .map(segment -> segment.substring(1, segment.length() - 1))
                .toList();
    }

    /** The segments of a path as it was sent; none if it is one that means something else to somebody than it seems to. */
    static Optional<List<String>> segmentsOf(String raw) {
        if (!raw.startsWith("/") || raw.indexOf(';') >= 0) {
            return Optional.empty();
        }
        try {
            List<String> segments = List.of(raw.substring(1).split("/", -1)).stream()
                    .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
                    .toList();
            return segments.stream().allMatch(PathTemplate::isPlain) ? Optional.of(segments) : Optional.empty();
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }

    private static boolean isPlain(String segment) {
        return !segment.isEmpty()
                && !segment.equals(".")
                && !segment.equals("..")
                && segment.chars().noneMatch(c -> c == '/' || c == '\\' || c == 0xFFFD || Character.isISOControl(c));
    }
}
