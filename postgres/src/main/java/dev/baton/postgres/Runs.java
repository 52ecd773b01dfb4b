package dev.baton.postgres;

import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Route;
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
        Map<String, Head> heads = new HashMap<>();
        for (Taking.Taken head : taken) {
            int most = request.inRow(head.route(), taken.size()) - 1;
            if (most > 0 && head.isUntroubled()) {
                head.turn().ifPresent(turn -> heads.put(turn.lane(), new Head(head, turn, most)));
            }
        }
        return heads.isEmpty() ? Map.of() : inRow(following(List.copyOf(heads.values())), heads, now);
    }

    /** One that was taken, behind which so many more of its lane may be. */
    private record Head(Taking.Taken taken, Turn turn, int most) {}

    private List<Follower> following(List<Head> heads) throws SQLException {
        return on.query(
                LaneSql.FOLLOWING,
                Follower::of,
                "lanes",
                Values.texts(heads, head -> head.turn().lane()),
                "seqs",
                Values.numbers(heads, head -> head.turn().sequence()),
                "limit",
                heads.stream().mapToInt(Head::most).max().orElse(0));
    }

    private static Map<JobId, List<JobId>> inRow(List<Follower> followers, Map<String, Head> heads, Instant now) {
        var runs = new HashMap<JobId, List<JobId>>();
        Set<String> ended = new HashSet<>();
        for (Follower next : followers) {
            Head head = Objects.requireNonNull(heads.get(next.lane()));
            List<JobId> run = runs.computeIfAbsent(head.taken().claim().id(), any -> new ArrayList<>());
            if (run.size() == head.most() || !next.goesWith(head.taken().route(), now)) {
                ended.add(next.lane());
            } else if (!ended.contains(next.lane())) {
                run.add(next.id());
            }
        }
        return runs;
    }
}
