package dev.baton.job;

/**
 * A job's place in its lane: jobs of a lane run one after another, in the order of their numbers. Those that the lane only numbers do
 * not.
 *
 * @param lane whose order it is, such as a customer or an account
 * @param sequence its number there, counted from 1 without gaps in the order of commits, and never used twice
 */
public record Turn(String lane, long sequence) {
    @Override
    public String toString() {
        return lane + " #" + sequence;
    }
}
