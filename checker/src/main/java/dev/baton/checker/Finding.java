package dev.baton.checker;

/**
 * Something that is not as promised.
 *
 * @param rule which promise, C1 to C10; LOG if it is the log itself that makes no sense
 * @param about which job, lane or process, as the log names it; empty if it is about all
 * @param what what is wrong with it
 */
public record Finding(String rule, String about, String what) {
    @Override
    public String toString() {
        return rule + " " + what;
    }
}
