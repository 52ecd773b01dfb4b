package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.store.Backlog.Drain;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether something is open, and what was noted of it, within one transaction. */
final class Drains {

    /** So many notes are counted; if there are more, one is made of them. */
    static final int NOTES_MAX = 50;

    private final Session on;

    Drains(Session on) {
        this.on = on;
    }

    /** What a look has seen. */
    record Seen(long notes, Optional<JobId> open) {
        boolean areMany() {
            return notes == NOTES_MAX;
        }
    }

    /** With a claim, and so if and only if that is committed. */
    void note(Set<String> names) throws SQLException {
        if (!names.isEmpty()) {
            on.update(BacklogSql.NOTE, "names", texts(names));
        }
    }

    Optional<JobId> open(Set<String> types) throws SQLException {
        return on.first(BacklogSql.OPEN, row -> row.optionalUuid("id").map(Values::job), "types", texts(types))
                .orElseThrow();
    }

    Seen look(Drain drain, Optional<JobId> seen) throws SQLException {
        return on.first(
                        BacklogSql.LOOK,
                        row -> new Seen(
                                row.number("many"), row.optionalUuid("open").map(Values::job)),
                        "name",
                        drain.name(),
                        "types",
                        texts(drain.types()),
                        "seen",
                        seen.map(JobId::value).orElse(null),
                        "limit",
                        NOTES_MAX)
                .orElseThrow();
    }

    int compact(Drain drain) throws SQLException {
        return on.update(BacklogSql.COMPACT, "name", drain.name());
    }

    boolean end(Drain drain, NewJob hook, Inserting inserting, Instant now) throws SQLException {
        int taken = on.update(BacklogSql.END, "name", drain.name(), "types", texts(drain.types()));
        if (taken == 0) {
            return false;
        }
        inserting.insert(List.of(hook), now);
        return true;
    }

    private static String[] texts(Set<String> texts) {
        return texts.toArray(String[]::new);
    }
}
