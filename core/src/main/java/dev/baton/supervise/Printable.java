package dev.baton.supervise;

/** Text that came from elsewhere, made safe for a log line or a message. */
final class Printable {

    private static final int QUOTED_MAX = 200;

    private Printable() {}

    static String quoted(String text) {
        return '"' + of(text, QUOTED_MAX) + '"';
    }

    /** One line without control characters, at most so many characters long. */
    static String of(String text, int max) {
        var safe = new StringBuilder(Math.min(text.length(), max));
        for (int i = 0; i < text.length(); i++) {
            if (safe.length() >= max) {
                return safe.append('…').toString();
            }
            char c = text.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                safe.append(String.format("\\u%04x", (int) c));
            } else {
                safe.append(c);
            }
        }
        return safe.toString();
    }
}
