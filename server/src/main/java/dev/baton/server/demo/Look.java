package dev.baton.server.demo;

import dev.baton.supervise.TaskState;

/** How things look on this terminal: with colours or without, with signs or with plain letters, and how wide it is. */
public record Look(boolean colours, boolean signs, int columns) {

    private static final String RESET = "\u001b[0m";

    String branch(boolean last) {
        if (signs) {
            return last ? "└─ " : "├─ ";
        }
        return last ? "`- " : "|- ";
    }

    String sign(TaskState state) {
        return switch (state) {
            case CREATED -> signs ? "○" : "o";
            case HEALTHY -> coloured(32, signs ? "●" : "*");
            case FAILED -> coloured(33, signs ? "◐" : "!");
            case COMPLETED -> coloured(36, signs ? "✔" : "+");
            case DEAD -> coloured(31, signs ? "✖" : "x");
        };
    }

    String verdict(boolean agrees) {
        return agrees ? coloured(32, signs ? "✔" : "ok") : coloured(31, signs ? "✖ differs" : "DIFFERS");
    }

    /** Cut so that a line which has used so many columns already does not wrap. */
    String fitting(String text, int used) {
        int room = Math.max(0, columns - used - 1);
        return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + (signs ? "…" : "~");
    }

    String faint(String text) {
        return coloured(2, text);
    }

    String bold(String text) {
        return coloured(1, text);
    }

    private String coloured(int code, String text) {
        return colours ? "\u001b[" + code + "m" + text + RESET : text;
    }
}
