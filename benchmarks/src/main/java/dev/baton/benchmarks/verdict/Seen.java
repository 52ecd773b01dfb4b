package dev.baton.benchmarks.verdict;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which of the acknowledged jobs were found in a database. */
final class Seen {

    private final List<Ledger.Part> parts;
    private final Map<Integer, BitSet> found = new HashMap<>();

    Seen(Ledger ledger) {
        this.parts = ledger.parts();
    }

    /** Was a job of this part and number never acknowledged? */
    boolean isUnknown(int part, int number) {
        return part >= parts.size() || !parts.get(part).wasAcknowledged(number);
    }

    Ledger.Part part(int index) {
        return parts.get(index);
    }

    /** Here is one that is known; false if it was found before. */
    boolean add(int part, int number) {
        BitSet ofPart = found.computeIfAbsent(part, any -> new BitSet());
        boolean first = !ofPart.get(number);
        ofPart.set(number);
        return first;
    }

    /** What is the matter, with those that were not found among the lost. */
    Findings findings(long lost, long doubled, long unknown, long disordered) {
        long jobs = 0;
        long missing = 0;
        for (Ledger.Part part : parts) {
            BitSet there = found.getOrDefault(part.index(), new BitSet());
            for (int number = 0; number < part.size(); number++) {
                if (part.wasAcknowledged(number)) {
                    jobs++;
                    missing += there.get(number) ? 0 : 1;
                }
            }
        }
        return new Findings(jobs, lost + missing, doubled, unknown, disordered);
    }
}
