package dev.baton.internal.tell;

/** Text that came from elsewhere, made safe for a log line or a message. */
public final class Printable {

    private static final int QUOTED_MAX = 200;

    private Printable() {}

    /** For a message: quoted, one line, not too long. */
    public static String quoted(String text) {
        return '"' + of(text, QUOTED_MAX) + '"';
    }

    /** One line without control characters or broken pairs of surrogates, at most so many characters long. */
    public static String of(String text, int max) {
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

    /** What a value says of itself. It may be so broken that it cannot even be printed; then its class has to do. */
    public static String shown(Object value, int max) {
        try {
            return of(String.valueOf(value), max);
        } catch (Throwable unprintable) {
            return "unprintable " + value.getClass().getName();
        }
    }
}
