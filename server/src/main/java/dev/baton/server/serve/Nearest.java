package dev.baton.server.serve;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The name that somebody may have meant. */
final class Nearest {

    private static final int FAR = 4;

    private Nearest() {}

    /** Of these, if any is like it. */
    static Optional<String> to(String name, Stream<String> names) {
        return names.min(Comparator.comparingInt(each -> distance(name, each)))
                .filter(each -> distance(name, each) < FAR);
    }

    /** How many letters have to be added, removed or changed. */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
