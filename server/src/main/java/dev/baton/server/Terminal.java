package dev.baton.server;

import dev.baton.server.demo.Look;
import picocli.CommandLine.Option;

/** What is known of the terminal: the launcher has asked it and says so in system properties, as Java 17 cannot. */
final class Terminal {

    private static final int COLUMNS = 80;

    @Option(names = "--plain", description = "Print line by line instead of redrawing.")
    private boolean plain;

    /** May what was printed be drawn over? */
    boolean isRedrawn() {
        return Boolean.getBoolean("baton.terminal") && !plain;
    }

    Look look() {
        int columns = Integer.getInteger("baton.columns", COLUMNS);
        return new Look(
                isRedrawn() && System.getenv("NO_COLOR") == null,
                Boolean.getBoolean("baton.utf8"),
                columns > 0 ? columns : COLUMNS); // some terminals do not know, and say 0
    }
}
