package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which jobs of a lane may be claimed together with its head: those right behind it that can go with it, up to the first that
 * cannot, or that somebody else has in hand.
 */
final class Runs {

    private static final int RUN_MAX = 10_000;

    private final Session on;

    Runs(Session on) {
        this.on = on;
    }

    private record Follower(String lane, JobId id, Route route, Instant dueAt, boolean untroubled, boolean mine) {
        static Follower of(Row row) throws SQLException {
            boolean untroubled = row.integer("failures") == 0
                    && row.integer("lost") == 0
                    && row.number("doubt") == 0
                    && !row.flag("behind");
            return new Follower(
                    row.text("lane"),
                    Values.job(row.uuid("id")),
                    Rows.route(row),
                    Values.instant(row.number("due_at")),
                    untroubled,
                    row.flag("mine"));
        }

        boolean goesWith(Route head, Instant now) {
            return mine && untroubled && route.equals(head) && !dueAt.isAfter(now);
        }
    }

    /** By their heads, where there are any. They are locked, and are to be taken now. */
    Map<JobId, List<JobId>> behind(Collection<Taking.Taken> taken, ClaimRequest request, Instant now)
            throws SQLException {
        int limit = Math.min(request.share().run(), RUN_MAX) - 1;
        Map<String, Taking.Taken> heads = new HashMap<>();
        for (Taking.Taken head : taken) {
            Terms terms = Objects.requireNonNull(request.routes().get(head.route()));
            if (limit > 0 && terms.allowsRuns() && head.isUntroubled()) {
                head.turn().ifPresent(turn -> heads.put(turn.lane(), head));
            }
        }
        if (heads.isEmpty()) {
            return Map.of();
        }
        return inRow(following(heads.values(), limit), heads, now);
    }

    private List<Follower> following(Collection<Taking.Taken> heads, int limit) throws SQLException {
        List<Turn> turns = heads.stream().map(head -> head.turn().orElseThrow()).toList();
        return on.query(
                LaneSql.FOLLOWING,
                Follower::of,
                "lanes",
                Values.texts(turns, Turn::lane),
                "seqs",
                Values.numbers(turns, Turn::sequence),
                "limit",
                limit);
    }

    private static Map<JobId, List<JobId>> inRow(
            List<Follower> followers, Map<String, Taking.Taken> heads, Instant now) {
        var runs = new HashMap<JobId, List<JobId>>();
        Set<String> ended = new HashSet<>();
        for (Follower next : followers) {
            Taking.Taken head = Objects.requireNonNull(heads.get(next.lane()));
            if (!next.goesWith(head.route(), now)) {
                ended.add(next.lane());
            } else if (!ended.contains(next.lane())) {
                runs.computeIfAbsent(head.claim().id(), any -> new ArrayList<>())
                        .add(next.id());
            }
        }
        return runs;
    }
}
