package dev.baton.postgres;

import dev.baton.job.BatonException;
import java.util.List;

/**
 * What an application's role may do to our tables, which another role owns: work with jobs, and neither change a table nor what was
 * written down about attempts and operators. Old attempts are removed, and evidence is
 * appended, by functions that run with the owner's rights.
 */
final class Rights {

    /** Named one by one, so that nothing is granted that nobody has thought about. */
    private static final List<String> WORK = List.of(
            "baton_cancel",
            "baton_checkpoint",
            "baton_cursor",
            "baton_drain_note",
            "baton_gate",
            "baton_key",
            "baton_key_note",
            "baton_lane",
            "baton_lane_note",
            "baton_limit",
            "baton_limit_each",
            "baton_limit_key",
            "baton_limit_key_slot",
            "baton_limit_slot",
            "baton_node",
            "baton_node_route",
            "baton_parked",
            "baton_pending",
            "baton_progress",
            "baton_running",
            "baton_schedule",
            "baton_switch");

    private final String role;

    private Rights(String role) {
        this.role = role;
    }

    /** For this role, which exists. */
    static Rights to(String role) {
        if (role.isBlank() || role.indexOf('\0') >= 0) {
            throw new BatonException("BAD_ROLE", "A role has a name.");
        }
        return new Rights('"' + role.replace("\"", "\"\"") + '"');
    }

    /** As statements for our tables in this schema. */
    String sql(Schema schema) {
        return RightsSql.USAGE.formatted(schema.quoted(), role) + tables(schema.quoted() + ".");
    }

    /** The same for where a connection makes its tables. */
    String sqlForCurrent() {
        return RightsSql.USAGE_OF_CURRENT.formatted(role.replace("'", "''")) + tables("");
    }

    private String tables(String prefix) {
        String work = String.join(", ", WORK.stream().map(each -> prefix + each).toList());
        return RightsSql.TABLES.replace("{work}", work).replace("{in}", prefix).replace("{role}", role);
    }
}
