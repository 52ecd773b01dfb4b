package dev.baton.faults.wire;

import java.util.HashSet;
import java.util.Set;

/** Knows a COMMIT when a client sends one: as a text, or as a statement that it has prepared before. Of one connection. */
final class Commits {

    private static final char QUERY = 'Q';
    private static final char PARSE = 'P';
    private static final char BIND = 'B';

    private final Set<String> prepared = new HashSet<>();

    /** Does this message, or what follows it at once, commit? */
    boolean isCommit(Message sent) {
        return switch (sent.type()) {
            case QUERY -> isCommit(sent.text(0));
            case PARSE -> {
                if (isCommit(sent.text(1))) {
                    prepared.add(sent.text(0));
                } else {
                    prepared.remove(sent.text(0));
                }
                yield false;
            }
            case BIND -> prepared.contains(sent.text(1));
            default -> false;
        };
    }

    private static boolean isCommit(String sql) {
        return sql.strip().equalsIgnoreCase("COMMIT");
    }
}
