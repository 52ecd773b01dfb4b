package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Jobs of a lane leave it in the order of their numbers. So at most one of them is ready, and none while one runs: the first that
 * is pending, unless a parked one before it blocks the lane, it waits for its key, or the lane is switched off. There is one
 * writer, so that is decided at once wherever a lane changes, and it is never walked for it.
 */
final class Lanes {

    private record Heads(Optional<JobId> first, Optional<JobId> ready) {
        static Heads of(Row row) throws SQLException {
            return new Heads(
                    row.optionalBytes("first").map(Values::job),
                    row.optionalBytes("ready").map(Values::job));
        }
    }

    private record Standing(JobId id, long number) {
        static Standing of(Row row) throws SQLException {
            return new Standing(Values.job(row.bytes("id")), row.number("seq"));
        }
    }

    private final Jdbc jdbc;

    Lanes(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A place behind all others of a lane.
     *
     * @param open nobody keeps who stands there from being ready
     */
    record End(Turn turn, boolean open) {}

    /** Of each of these lanes; a number is taken if the transaction commits. Whoever gets it changes nothing for those before it. */
    List<End> ends(Collection<String> lanes) throws SQLException {
        return jdbc.query(
                LaneSql.NUMBERS_NEXT,
                row -> new End(new Turn(row.text("lane"), row.number("next")), row.flag("open")),
                "lanes",
                lanes.stream().map(Values::json).collect(Collectors.joining(",", "[", "]")));
    }

    /** Something changed in the lane of a job, if it has one. */
    void settle(Optional<Turn> turn) throws SQLException {
        if (turn.isPresent()) {
            settle(turn.get().lane());
        }
    }

    /** One that ran has left its lane, if it has one: nobody of it is ready, and the next may be. True if it is. */
    boolean goOn(Optional<Turn> turn) throws SQLException {
        return turn.isPresent()
                && jdbc.update(LaneSql.READY_NEXT, "lane", turn.get().lane()) > 0;
    }

    /** Something changed in this lane. First the one, then the other: never are two of them ready. */
    void settle(String lane) throws SQLException {
        Heads heads = jdbc.first(LaneSql.HEADS, Heads::of, "lane", lane).orElseThrow();
        if (!heads.first().equals(heads.ready())) {
            if (heads.ready().isPresent()) {
                ready(heads.ready().get(), false);
            }
            if (heads.first().isPresent()) {
                ready(heads.first().get(), true);
            }
        }
    }

    /** What is only numbered by a lane that is off waits until that is on. */
    void setAside(JobId job, String lane) throws SQLException {
        jdbc.update(LaneSql.SET_ASIDE, "id", Values.bytes(job), "lane", lane);
    }

    /** A lane is on again: what was set aside because of it may be claimed. */
    void takeUp(String lane) throws SQLException {
        jdbc.update(LaneSql.TAKE_UP, "lane", lane);
    }

    private void ready(JobId job, boolean ready) throws SQLException {
        jdbc.update(LaneSql.READY, "id", Values.bytes(job), "ready", ready);
    }

    /** The lane of a job that waits. */
    Optional<String> of(JobId waiting) throws SQLException {
        return jdbc.first(LaneSql.LANE_OF, row -> row.text("lane"), "id", Values.bytes(waiting));
    }

    /** The pending jobs behind each of these in its lane, in order, at most so many, up to one that cannot go with it or blocks the lane. */
    Map<JobId, List<Waiting>> following(List<Waiting> heads, int limit, Instant now) throws SQLException {
        List<JobId> ids = heads.stream().map(Waiting::id).toList();
        Map<JobId, List<Follower>> found = jdbc
                .query(
                        LaneSql.FOLLOWING,
                        Follower::of,
                        "heads",
                        Values.list(ids),
                        "limit",
                        limit,
                        "now",
                        Values.micros(now))
                .stream()
                .sorted(Comparator.comparingLong(Follower::number))
                .collect(Collectors.groupingBy(Follower::head));
        return heads.stream()
                .collect(Collectors.toMap(
                        Waiting::id,
                        head -> found.getOrDefault(head.id(), List.of()).stream()
                                .takeWhile(Follower::goes)
                                .map(next -> next.on(head.route()))
                                .toList()));
    }

    /** Does one of these numbers of the lane stand, from the first up to the one before this turn, so that it goes first? */
    boolean isOutOfTurn(Turn turn, long from) throws SQLException {
        return from < turn.sequence()
                && jdbc.first(
                                LaneSql.STANDS_BETWEEN,
                                row -> true,
                                "lane",
                                turn.lane(),
                                "first",
                                from,
                                "seq",
                                turn.sequence())
                        .isPresent();
    }

    /** Who has to leave before this one: what runs, and what stands before it. */
    Optional<JobId> before(Turn turn) throws SQLException {
        Optional<Standing> running = first(LaneSql.FIRST_RUNNING, turn);
        if (running.isPresent()) {
            return running.map(Standing::id);
        }
        Optional<Standing> pending = first(LaneSql.FIRST_PENDING, turn);
        Optional<Standing> blocking = first(LaneSql.FIRST_BLOCKING, turn);
        return Stream.of(pending, blocking)
                .flatMap(Optional::stream)
                .min((a, b) -> Long.compare(a.number(), b.number()))
                .map(Standing::id);
    }

    private Optional<Standing> first(String sql, Turn turn) throws SQLException {
        return jdbc.first(sql, Standing::of, "lane", turn.lane(), "seq", turn.sequence());
    }
}
