package dev.baton.http;

/** Text from elsewhere, made fit for a line of a log or a record: no control characters, and not too long. */
final class LogText {

    private LogText() {}

    static String of(String text, int max) {
        var safe = new StringBuilder();
        for (int i = 0; i < text.length() && safe.length() < max; i++) {
            char c = text.charAt(i);
            boolean unfit = Character.isISOControl(c)
                    || Character.isSurrogate(c)
                    || Character.getType(c) == Character.FORMAT
                    || c == '\u2028'
                    || c == '\u2029';
            safe.append(unfit ? '?' : c);
        }
        return safe.toString();
    }
}
