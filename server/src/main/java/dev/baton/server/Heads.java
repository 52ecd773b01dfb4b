package dev.baton.server;

import dev.baton.job.BatonException;
import dev.baton.store.EvidenceLog.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where chains end, a line each, as it is printed and read again. */
final class Heads {

    private static final Pattern LINE = Pattern.compile("head (\\d{1,18}) ([0-9a-f]{64}) (.+)");

    private Heads() {}

    static String line(String chain, Point head) {
        return "head " + head.number() + " " + head.hash() + " " + chain;
    }

    /** Of all that was printed, the heads; at least one. */
    static Map<String, Point> read(Path file) throws IOException {
        var heads = new HashMap<String, Point>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.forEach(line -> {
                Matcher head = LINE.matcher(line);
                if (head.matches()) {
                    heads.put(head.group(3), new Point(Long.parseLong(head.group(1)), head.group(2)));
                }
            });
        }
        if (heads.isEmpty()) {
            throw new BatonException(
                    "NO_HEADS", "There are no heads in " + file + "; give it what ./baton verify has printed.");
        }
        return heads;
    }
}
