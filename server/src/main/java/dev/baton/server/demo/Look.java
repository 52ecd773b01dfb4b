package dev.baton.server.demo;

/** How things look on this terminal: with colours or without, with signs or with plain letters, and how wide it is. */
public record Look(boolean colours, boolean signs, int columns) {

    private static final String RESET = "\u001b[0m";

    /** A colour, by its number for terminals. */
    public enum Colour {
        /** It failed for good. */
        RED(31),
        /** It is well. */
        GREEN(32),
        /** It needs another try. */
        YELLOW(33),
        /** It has finished. */
        CYAN(36);

        private final int code;

        Colour(int code) {
            this.code = code;
        }
    }

    /** What a line of a tree begins with. */
    public String branch(boolean last) {
        return last ? either("└─ ", "`- ") : either("├─ ", "|- ");
    }

    /** Whether what was promised was kept. */
    public String verdict(boolean agrees) {
        return agrees
                ? coloured(Colour.GREEN, either("✔", "ok"))
                : coloured(Colour.RED, either("✖ differs", "DIFFERS"));
    }

    /** Cut so that a line which has used so many columns already does not wrap. */
    public String fitting(String text, int used) {
        int room = Math.max(0, columns - used - 1);
        return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + either("…", "~");
    }

    /** The sign where there are signs, otherwise the letters. */
    public String either(String sign, String letters) {
        return signs ? sign : letters;
    }

    /** In the background. */
    public String faint(String text) {
        return escaped(2, text);
    }

    /** In the foreground. */
    public String bold(String text) {
        return escaped(1, text);
    }

    /** In this colour. */
    public String coloured(Colour colour, String text) {
        return escaped(colour.code, text);
    }

    private String escaped(int code, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + code + "m" + text + RESET : text;
    }
}
