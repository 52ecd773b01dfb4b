package dev.baton;

import java.util.List;

/**
 * What came of an import.
 *
 * @param added how many rows became jobs
 * @param known how many rows had a job before, by their unique keys, and were only marked
 * @param bad the rows that are still open, because nothing could be made of them
 * @param <R> a row
 */
public record Imported<R>(long added, long known, List<Bad<R>> bad) {

    /** Counts, and rows in the order in which they were met. */
    public Imported {
        bad = List.copyOf(bad);
    }

    /**
     * A row of which no job can be made.
     *
     * @param why what was thrown
     * @param <R> a row
     */
    public record Bad<R>(R row, RuntimeException why) {}
}
