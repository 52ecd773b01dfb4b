package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.job.JobState;
import dev.baton.store.NewJob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Jobs that were just written, and come to their first places together. Until then they stand nowhere, so nothing may be asked about
 * any of them, or about their lanes but where these end, before that.
 */
final class Newcomers {

    private final Jdbc jdbc;
    private final Places places;
    private final Instant now;
    private final LaneEnds ends;
    private final Map<Manner, List<Newcomer>> collected = new LinkedHashMap<>();

    /** Those that are alike in this come with one statement. */
    private record Manner(long dueMicros, boolean ready) {}

    private record Newcomer(NewJob job, Optional<Lanes.End> end) {}

    Newcomers(Jdbc jdbc, Places places, LaneEnds ends, Instant now) {
        this.jdbc = jdbc;
        this.places = places;
        this.ends = ends;
        this.now = now;
    }

    /** Where the lanes end to which they come. */
    LaneEnds ends() {
        return ends;
    }

    /** Has one come with the others, or at the end of its lane. Answers in which state it is then. */
    JobState add(NewJob job, Optional<Lanes.End> end) {
        boolean ready = end.isEmpty() || end.get().open();
        var manner = new Manner(Values.dueMicros(job.urgency().dueAt()), ready);
        collected.computeIfAbsent(manner, any -> new ArrayList<>()).add(new Newcomer(job, end));
        return ready ? Places.firstState(manner.dueMicros(), now) : JobState.WAITING;
    }

    /** Puts those that were collected where they stand first. */
    void write() throws SQLException {
        for (Map.Entry<Manner, List<Newcomer>> alike : collected.entrySet()) {
            List<Newcomer> all = alike.getValue();
            if (all.size() == 1) {
                places.toPendingFirst(all.get(0).job(), all.get(0).end(), false, now);
            } else {
                jdbc.update(
                        MovingSql.PENDING_INSERT_NEW,
                        "ids",
                        Values.list(all.stream().map(each -> each.job().id()).toList()),
                        "due_at",
                        alike.getKey().dueMicros(),
                        "ready",
                        alike.getKey().ready());
            }
        }
        collected.clear();
    }
}
