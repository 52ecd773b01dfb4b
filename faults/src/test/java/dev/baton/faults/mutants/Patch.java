package dev.baton.faults.mutants;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A change to sources, written as a unified diff. It goes where its lines are found, whatever their numbers, so that edits around
 * it do not matter; where they are not found, or twice, it does not go at all.
 *
 * @param changes by the path of the file
 */
record Patch(Map<String, List<Hunk>> changes) {

    private static final String NEW_FILE = "+++ b/";

    /** Some lines in a row, and what is to stand there instead. */
    record Hunk(List<String> before, List<String> after) {}

    /** Reads a diff; what stands before its first file is passed over. */
    static Patch parse(List<String> diff) {
        var changes = new LinkedHashMap<String, List<Hunk>>();
        List<Hunk> hunks = new ArrayList<>();
        for (String line : diff) {
            if (line.startsWith(NEW_FILE)) {
                hunks = new ArrayList<>();
                changes.put(line.substring(NEW_FILE.length()), hunks);
            } else if (line.startsWith("@@")) {
                hunks.add(new Hunk(new ArrayList<>(), new ArrayList<>()));
            } else if (!hunks.isEmpty() && !line.startsWith("--- ")) {
                add(line, hunks.get(hunks.size() - 1));
            }
        }
        if (changes.isEmpty() || changes.containsValue(List.of())) {
            throw new IllegalArgumentException("There is no change in it, or none to one of its files");
        }
        return new Patch(changes);
    }

    private static void add(String line, Hunk hunk) {
        String text = line.isEmpty() ? "" : line.substring(1);
        if (!line.startsWith("+")) {
            hunk.before().add(text);
        }
        if (!line.startsWith("-")) {
            hunk.after().add(text);
        }
    }

    /** The changed files by their paths, made of what the reader answers for a path. */
    Map<String, String> apply(UnaryOperator<String> reader) {
        var changed = new LinkedHashMap<String, String>();
        changes.forEach((path, hunks) -> {
            var lines = new ArrayList<>(reader.apply(path).lines().toList());
            for (Hunk hunk : hunks) {
                int place = Collections.indexOfSubList(lines, hunk.before());
                if (place < 0 || place != Collections.lastIndexOfSubList(lines, hunk.before())) {
                    throw new IllegalStateException("The patch no longer applies: these lines are "
                            + (place < 0 ? "not" : "more than once") + " in " + path
                            + ", make it anew from the source as it is now:\n" + String.join("\n", hunk.before()));
                }
                lines.subList(place, place + hunk.before().size()).clear();
                lines.addAll(place, hunk.after());
            }
            changed.put(path, String.join("\n", lines) + "\n");
        });
        return changed;
    }
}
