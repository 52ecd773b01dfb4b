package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobState;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Jobs that were just written and wait for nobody: in no lane, without a key. They are collected, and come to their first place together.
 * Until then they stand nowhere, so nothing may be asked about any of them before that.
 */
final class Newcomers {

    private final Jdbc jdbc;
    private final Places places;
    private final Instant now;
    private final List<NewJob> collected = new ArrayList<>();

    Newcomers(Jdbc jdbc, Places places, Instant now) {
        this.jdbc = jdbc;
        this.places = places;
        this.now = now;
    }

    static boolean waitsForNobody(NewJob job) {
        boolean begins = job.held().isEmpty() && job.over().isEmpty();
        return begins && job.lane().isEmpty() && job.key().isEmpty();
    }

    /** Has it come with the others. Answers in which state it is then. */
    JobState add(NewJob job) throws SQLException {
        if (!collected.isEmpty() && dueMicros(collected.get(0)) != dueMicros(job)) {
            write();
        }
        collected.add(job);
        return Places.firstState(dueMicros(job), now);
    }

    private static long dueMicros(NewJob job) {
        return Values.dueMicros(job.urgency().dueAt());
    }

    /** Puts those that were collected where they stand first. */
    void write() throws SQLException {
        if (collected.size() == 1) {
            places.toPendingFirst(collected.get(0), Optional.empty(), false, now);
        } else if (!collected.isEmpty()) {
            jdbc.update(
                    MovingSql.PENDING_INSERT_NEW,
                    "ids",
                    Values.list(collected.stream().map(NewJob::id).toList()),
                    "due_at",
                    dueMicros(collected.get(0)));
        }
        collected.clear();
    }
}
