package dev.baton.job;

/**
 * A piece of a range, which is a job of its own.
 *
 * @param whole the job whose range it is a piece of
 * @param number which piece, counted from 1
 * @param of how many there are
 * @param from where it begins
 * @param to where it ends; this one is not part of it any more
 */
public record Part(JobId whole, int number, int of, long from, long to) {

    /** How much it is. */
    public long size() {
        return to - from;
    }
}
