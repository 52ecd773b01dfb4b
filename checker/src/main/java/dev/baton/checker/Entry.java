package dev.baton.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A whole entry of the logs.
 *
 * @param nanos when it was written, by the clock of its machine
 * @param text what it says: who, and what; without the time
 */
record Entry(long nanos, String text) {

    /** The entries of several logs in the order of time; of each log, what was cut off is in its place. */
    static List<Entry> merged(List<List<String>> logs) {
        var all = new ArrayList<Entry>();
        for (List<String> log : logs) {
            long last = Long.MIN_VALUE;
            for (String line : log) {
                if (!line.isEmpty()) {
                    Entry entry = of(line, last);
                    last = entry.nanos();
                    all.add(entry);
                }
            }
        }
        all.sort(Comparator.comparingLong(Entry::nanos));
        return all;
    }

    private static Entry of(String line, long last) {
        String[] words = line.split(" ", 3);
        boolean stamped = words.length == 3 && words[1].matches("-?\\d{1,18}");
        return stamped ? new Entry(Long.parseLong(words[1]), words[0] + " " + words[2]) : new Entry(last, line);
    }

    boolean isWhole() {
        return text.endsWith(" " + Journal.END);
    }

    /** Does it mention this, as a word, or a place of this lane? */
    boolean mentions(String name) {
        for (String word : text.split(" ", -1)) {
            if (word.equals(name) || word.startsWith(name + "#")) {
                return true;
            }
        }
        return false;
    }
}
