package dev.baton.server.demo;

import dev.baton.supervise.TaskState;

/** How things look on this terminal: with colours or without, with signs or with plain letters. */
public record Look(boolean colours, boolean signs) {

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
