package dev.baton.job;

/** Text that has to be the same after every store, and safe in every message. */
final class Text {

    private static final int QUOTED_MAX = 200;

    private Text() {}

    /** Refuses what one of the databases would refuse or change: U+0000 and halves of surrogate pairs. */
    static void requireStorable(String what, String text) {
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

    /** Text of others for a message: one line, control characters escaped, not too long. */
    static String quoted(String text) {
        return '"' + printable(text, QUOTED_MAX) + '"';
    }

    /** One line without control characters or broken pairs, at most so many characters. */
    static String printable(String text, int max) {
        var safe = new StringBuilder(Math.min(text.length(), max));
        for (int i = 0; i < text.length(); i++) {
            if (safe.length() >= max) {
                return safe.append('…').toString();
            }
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                safe.append(c).append(text.charAt(++i));
            } else if (Character.isISOControl(c) || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                safe.append(String.format("\\u%04x", (int) c));
            } else {
                safe.append(c);
            }
        }
        return safe.toString();
    }
}
