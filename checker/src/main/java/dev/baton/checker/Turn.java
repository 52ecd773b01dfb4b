package dev.baton.checker;

/**
 * A job's place in its lane, as the log and the file have it.
 *
 * @param lane its lane; empty if it is in none
 * @param number its number there, counted from 1
 */
public record Turn(String lane, long number) {

    /** Of jobs that are in no lane. */
    public static final Turn NONE = new Turn("", 0);

    private static final String NOWHERE = "-";

    /** As it was written down. */
    static Turn of(String text) {
        if (text.equals(NOWHERE)) {
            return NONE;
        }
        int end = text.lastIndexOf('#');
        return new Turn(text.substring(0, end), Long.parseLong(text.substring(end + 1)));
    }

    /** Is it in a lane at all? */
    public boolean isInLane() {
        return !lane.isEmpty();
    }

    /** In one word. */
    @Override
    public String toString() {
        return isInLane() ? lane + "#" + number : NOWHERE;
    }
}
