package dev.baton.benchmarks.verdict;

/**
 * What the check of a database found.
 *
 * @param jobs acknowledged ones
 * @param lost not there, or not done, or still standing somewhere, or never run; or a row of the past that is gone
 * @param doubled there twice, or ended twice, or run twice
 * @param unknown there, though nobody was told so
 * @param disordered out of order in their lanes, or with a gap before them
 */
public record Findings(long jobs, long lost, long doubled, long unknown, long disordered) {

    /** Nothing was looked at yet. */
    public static final Findings NONE = new Findings(0, 0, 0, 0, 0);

    /** Both together. */
    public Findings plus(Findings other) {
        return new Findings(
                jobs + other.jobs,
                lost + other.lost,
                doubled + other.doubled,
                unknown + other.unknown,
                disordered + other.disordered);
    }

    /** Is there nothing to object to? */
    public boolean hold() {
        return lost == 0 && doubled == 0 && unknown == 0 && disordered == 0;
    }
}
