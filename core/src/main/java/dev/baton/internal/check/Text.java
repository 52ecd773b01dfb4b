package dev.baton.internal.check;

import dev.baton.job.BatonException;

/** Text that has to be the same after every store. */
public final class Text {

    private Text() {}

    /** Refuses what one of the databases would refuse or change: U+0000 and halves of surrogate pairs. */
    public static void requireStorable(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (c == 0 || (Character.isSurrogate(c) && !pair)) {
                throw new BatonException(
                        "BAD_CHARACTER",
                        String.format(
                                "%s contains the character U+%04X at position %d, which not every store can keep;"
                                        + " nothing was stored.",
                                what, (int) c, i));
            }
            i += pair ? 1 : 0;
        }
    }
}
