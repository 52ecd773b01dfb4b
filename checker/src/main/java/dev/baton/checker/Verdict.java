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
 * @param faultsFired how often something was made to go wrong
 * @param findings everything that is not as promised
 */
public record Verdict(
        Jobs jobs,
        int lost,
        int doubled,
        int outOfOrder,
        int killsSurvived,
        int faultsFired,
        List<Finding> findings,
        Result result) {

    /** How many jobs were enqueued, how many are done, how many dead that were to die, and how many an operator skipped. */
    public record Jobs(int enqueued, int done, int deadAsDesigned, int skipped) {}

    /** In one word. */
    public enum Result {
        /** All is as promised. */
        PASSED,
        /** Something is not. */
        FAILED,
        /** Nothing went wrong that was to go wrong, so nothing was tested. */
        INVALID
    }

    /** Is everything as promised, and was that put to the test? */
    public boolean holds() {
        return result == Result.PASSED;
    }

    /** What is not as promised, in words. */
    public List<String> faults() {
        return findings.stream().map(Finding::toString).toList();
    }
}
