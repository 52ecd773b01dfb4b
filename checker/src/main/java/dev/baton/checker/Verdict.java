package dev.baton.checker;

import java.util.List;

/**
 * What came out.
 *
 * @param jobs how many jobs were acknowledged, and what became of them
 * @param lost how many of them have no outcome
 * @param doubled how many of them were done, or have an outcome, more often than was promised
 * @param outOfOrder how many places of lanes were not taken in their order
 * @param killsSurvived after how many kills another process went on
 * @param faults everything that is not as promised, in words
 */
public record Verdict(Jobs jobs, int lost, int doubled, int outOfOrder, int killsSurvived, List<String> faults) {

    /** How many jobs were enqueued, how many are done, how many dead that were to die, and how many an operator skipped. */
    public record Jobs(int enqueued, int done, int deadAsDesigned, int skipped) {}

    /** Is everything as promised? */
    public boolean holds() {
        return faults.isEmpty();
    }
}
