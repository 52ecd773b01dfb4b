package dev.baton.postgres;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.AttemptView;
import dev.baton.store.AttemptView.Detail;
import dev.baton.store.AttemptView.Kind;
import dev.baton.store.NodeId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs of one transaction go, collected one by one and written in a few statements. They have been taken away from where
 * they stood before.
 */
final class Moving {

    private record Ended(Rows.Place place, AttemptView attempt) {
        /** What a FOREVER key goes on answering for is never pruned, nor what is witnessed. */
        boolean prunable() {
            boolean over = attempt.kind() == Kind.DONE || attempt.kind() == Kind.CANCELLED;
            return over && !place.hasKeyForever() && !place.witnessed();
        }
    }

    private record Waiting(Rows.Place place, Rows.Pending row) {}

    private record Aside(Rows.Place place, Rows.Parked row) {}

    private final Session on;
    private final Keys keys;
    private final Lanes lanes;
    private final List<Ended> ended = new ArrayList<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private final List<Aside> aside = new ArrayList<>();
    private final List<JobId> givingKeysUp = new ArrayList<>();
    private final Set<String> touched = new HashSet<>();

    Moving(Session on, Keys keys, Lanes lanes) {
        this.on = on;
        this.keys = keys;
        this.lanes = lanes;
    }

    /** The end of the attempt that this row is. */
    void archive(Rows.Running row, Kind kind, Detail detail, Instant now) {
        archive(
                row.place(),
                new AttemptView(
                        row.tally().attempts(),
                        row.grip().fence(),
                        Optional.of(row.grip().node()),
                        kind,
                        detail,
                        row.grip().since(),
                        now));
    }

    /** Something that happened without an attempt. */
    void archive(Rows.Place place, Kind kind, Detail detail, Instant now) {
        archive(place, AttemptView.withoutAttempt(kind, detail, now));
    }

    void archive(Rows.Place place, AttemptView attempt) {
        ended.add(new Ended(place, attempt));
    }

    void toPending(Rows.Place place, Rows.Pending row) {
        waiting.add(new Waiting(place, row));
        touch(place);
    }

    /** A dead one gives its key up, a held one keeps it. */
    void toParked(Rows.Place place, Rows.Parked row) {
        aside.add(new Aside(place, row));
        if (!row.held()) {
            giveKeyUp(place);
        }
        touch(place);
    }

    /** It is over, and stands nowhere any more. */
    void toEnd(Rows.Place place) {
        giveKeyUp(place);
        touch(place);
    }

    private void giveKeyUp(Rows.Place place) {
        if (place.hasActiveKey()) {
            givingKeysUp.add(place.id());
        }
    }

    private void touch(Rows.Place place) {
        place.turn().map(Turn::lane).ifPresent(touched::add);
    }

    /** Writes it all, and settles the lanes. */
    void write() throws SQLException {
        writeRows();
        touched.addAll(keys.free(givingKeysUp));
        lanes.settle(touched);
        clear();
    }

    /** Writes it all within a transaction that may stay open for long: lanes go on when it has ended. */
    void writeForLater() throws SQLException {
        writeRows();
        touched.addAll(keys.freeElsewhere(givingKeysUp));
        lanes.note(touched);
        clear();
    }

    private void clear() {
        ended.clear();
        waiting.clear();
        aside.clear();
        givingKeysUp.clear();
        touched.clear();
    }

    private void writeRows() throws SQLException {
        if (!ended.isEmpty()) {
            writeEnded();
        }
        if (!waiting.isEmpty()) {
            writeWaiting();
        }
        if (!aside.isEmpty()) {
            writeAside();
        }
    }

    private void writeEnded() throws SQLException {
        if (ended.stream().noneMatch(row -> row.place().witnessed())) {
            on.update(FinishSql.ATTEMPTS_INSERT, columns());
            return;
        }
        record Written(Witnessed record, boolean witnessed) {}
        on
                .query(
                        FinishSql.ATTEMPTS_INSERT_WITNESSED,
                        row -> new Written(
                                new Witnessed(Optional.of(Values.job(row.uuid("job"))), row.number("seq")),
                                row.flag("witnessed")),
                        columns())
                .stream()
                .filter(Written::witnessed)
                .forEach(written -> on.witness(written.record()));
    }

    private @Nullable Object[] columns() {
        return new @Nullable Object[] {
            "jobs",
            Values.ids(ended, row -> row.place().id()),
            "numbers",
            Values.integers(ended, row -> row.attempt().number()),
            "fences",
            Values.numbers(ended, row -> row.attempt().fence()),
            "nodes",
            Values.texts(
                    ended, row -> row.attempt().node().map(NodeId::toString).orElse(null)),
            "kinds",
            Values.texts(ended, row -> row.attempt().kind().name()),
            "codes",
            Values.texts(ended, row -> row.attempt().detail().code()),
            "messages",
            Values.texts(ended, row -> row.attempt().detail().message()),
            "results",
            Values.texts(ended, row -> row.attempt().detail().result().orElse(null)),
            "facts",
            Values.texts(ended, row -> row.attempt().detail().facts().orElse(null)),
            "claimed",
            Values.numbers(ended, row -> Values.micros(row.attempt().claimedAt())),
            "ended",
            Values.numbers(ended, row -> Values.micros(row.attempt().endedAt())),
            "prunable",
            Values.flags(ended, Ended::prunable),
            "witnessed",
            Values.flags(ended, row -> row.place().witnessed())
        };
    }

    private void writeWaiting() throws SQLException {
        on.update(
                InsertSql.PENDING_INSERT,
                "ids",
                Values.ids(waiting, each -> each.place().id()),
                "queues",
                Values.texts(waiting, each -> each.place().route().line()),
                "types",
                Values.texts(waiting, each -> each.place().route().type()),
                "versions",
                Values.integers(waiting, each -> each.place().route().version()),
                "lanes",
                Values.texts(waiting, each -> lane(each.place())),
                "seqs",
                Values.optionalNumbers(waiting, each -> number(each.place())),
                "priorities",
                Values.integers(waiting, each -> each.place().priority()),
                "dues",
                Values.numbers(waiting, each -> Values.dueMicros(each.row().dueAt())),
                "readies",
                Values.flags(
                        waiting,
                        each -> each.row().ready() && each.place().turn().isEmpty()),
                "behinds",
                Values.flags(waiting, each -> each.row().behind()),
                "retryings",
                Values.flags(waiting, each -> each.row().retrying()),
                "attempts",
                Values.integers(waiting, each -> each.row().tally().attempts()),
                "failures",
                Values.integers(waiting, each -> each.row().tally().failures()),
                "losts",
                Values.integers(waiting, each -> each.row().tally().lost()),
                "cancels",
                Values.flags(waiting, each -> each.row().flags().cancelWanted()),
                "doubts",
                Values.numbers(waiting, each -> each.row().flags().doubt()));
    }

    private void writeAside() throws SQLException {
        on.update(
                FinishSql.PARKED_INSERT,
                "ids",
                Values.ids(aside, each -> each.place().id()),
                "queues",
                Values.texts(aside, each -> each.place().route().line()),
                "types",
                Values.texts(aside, each -> each.place().route().type()),
                "versions",
                Values.integers(aside, each -> each.place().route().version()),
                "lanes",
                Values.texts(aside, each -> lane(each.place())),
                "seqs",
                Values.optionalNumbers(aside, each -> number(each.place())),
                "blocks",
                Values.flags(aside, each -> each.row().blocks()),
                "helds",
                Values.flags(aside, each -> each.row().held()),
                "attempts",
                Values.integers(aside, each -> each.row().tally().attempts()),
                "failures",
                Values.integers(aside, each -> each.row().tally().failures()),
                "losts",
                Values.integers(aside, each -> each.row().tally().lost()),
                "crashes",
                Values.texts(aside, each -> each.row().crash().name()),
                "doubts",
                Values.numbers(aside, each -> each.row().doubt()));
    }

    private static @Nullable String lane(Rows.Place place) {
        return place.spot().lane().orElse(null);
    }

    private static @Nullable Long number(Rows.Place place) {
        return place.spot().number().orElse(null);
    }
}
