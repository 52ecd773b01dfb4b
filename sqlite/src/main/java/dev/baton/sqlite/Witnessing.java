package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceLog.Point;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Appends to the chains of evidence, in the transaction that writes down what happened. There is one writer at a time, so that a chain
 * is read and made longer without anybody between.
 */
final class Witnessing {

    private final Jdbc jdbc;

    Witnessing(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    boolean isWitnessed(JobId job) throws SQLException {
        return jdbc.first(EvidenceSql.JOB_WITNESSED, row -> true, "id", Values.bytes(job))
                .isPresent();
    }

    private record Found(long record, String lane, EvidenceEntry.Subject subject) {
        static Found of(JobId job, Row row) throws SQLException {
            var subject = new EvidenceEntry.Subject(job, row.number("seq"), row.text("sha256"));
            return new Found(row.number("record"), row.text("lane"), subject);
        }
    }

    /** The record that was just added. */
    void attempt(JobId job, AttemptView attempt) throws SQLException {
        Found found = jdbc.first(EvidenceSql.SUBJECT, row -> Found.of(job, row), "id", Values.bytes(job))
                .orElseThrow();
        append(EvidenceEntry.chainOf(found.lane()), EvidenceEntry.ofAttempt(found.record(), found.subject(), attempt));
    }

    private record Last(long record, Point head) {
        static Last of(Row row) throws SQLException {
            Optional<String> hash = row.optionalText("hash");
            Point head = hash.isEmpty() ? Point.START : new Point(row.number("number"), hash.get());
            return new Last(row.number("record"), head);
        }
    }

    /** The same where it is known whose it is. */
    void attempt(JobId job, Rows.Subject subject, AttemptView attempt) throws SQLException {
        String chain = EvidenceEntry.chainOf(subject.lane());
        Last last = jdbc.first(EvidenceSql.RECORD_AND_HEAD, Last::of, "chain", chain)
                .orElseThrow();
        append(last.head(), chain, fields(job, last.record(), subject, attempt));
    }

    private static Map<String, String> fields(JobId job, long record, Rows.Subject subject, AttemptView attempt) {
        return EvidenceEntry.ofAttempt(
                record, new EvidenceEntry.Subject(job, subject.number(), subject.sha256()), attempt);
    }

    /** Those of these that are witnessed, no two of one chain; their records follow this one. */
    void done(List<DoneTogether.Done> ended, long before, Instant now) throws SQLException {
        Map<String, Point> heads = heads(ended);
        for (int i = 0; i < ended.size(); i++) {
            Rows.Owned mine = ended.get(i).mine();
            if (mine.subject().isPresent()) {
                String chain = EvidenceEntry.chainOf(mine.subject().get().lane());
                AttemptView last = Archive.done(ended.get(i), now);
                append(
                        heads.getOrDefault(chain, Point.START),
                        chain,
                        fields(mine.job(), before + 1 + i, mine.subject().get(), last));
            }
        }
    }

    private Map<String, Point> heads(List<DoneTogether.Done> ended) throws SQLException {
        var heads = new HashMap<String, Point>();
        String chains = ended.stream()
                .flatMap(done -> done.mine().subject().stream())
                .map(subject -> Values.json(EvidenceEntry.chainOf(subject.lane())))
                .collect(Collectors.joining(",", "[", "]"));
        jdbc.query(
                        EvidenceSql.HEADS,
                        row -> Map.entry(row.text("name"), new Point(row.number("number"), row.text("hash"))),
                        "chains",
                        chains)
                .forEach(head -> heads.put(head.getKey(), head.getValue()));
        return heads;
    }

    /** The same of what an operator did. */
    void action(ActionView action) throws SQLException {
        long record =
                jdbc.first(EvidenceSql.LAST_RECORD, row -> row.number("record")).orElseThrow();
        append(EvidenceEntry.OPERATORS, EvidenceEntry.ofAction(record, action));
    }

    private void append(String chain, Map<String, String> fields) throws SQLException {
        Optional<Point> head =
                jdbc.first(EvidenceSql.HEAD, row -> new Point(row.number("number"), row.text("hash")), "chain", chain);
        append(head.orElse(Point.START), chain, fields);
    }

    private void append(Point head, String chain, Map<String, String> fields) throws SQLException {
        EvidenceEntry entry = EvidenceEntry.after(head, chain, fields);
        var values = new ArrayList<@Nullable Object>();
        values.add("chain");
        values.add(chain);
        values.add("number");
        values.add(entry.number());
        values.add("previous");
        values.add(entry.previous());
        values.add("hash");
        values.add(entry.hash());
        for (String field : EvidenceEntry.FIELDS) {
            values.add(field);
            values.add(fields.get(field));
        }
        jdbc.update(EvidenceSql.APPEND, values.toArray());
        jdbc.update(
                entry.number() == 1 ? EvidenceSql.HEAD_BEGIN : EvidenceSql.HEAD_MOVE,
                "chain",
                chain,
                "number",
                entry.number(),
                "hash",
                entry.hash());
    }

    /** False if there is no such entry. */
    boolean prune(String chain, long upTo) throws SQLException {
        boolean anchored = jdbc.update(EvidenceSql.ANCHOR, "chain", chain, "number", upTo) > 0;
        if (anchored) {
            jdbc.update(EvidenceSql.PRUNE, "chain", chain, "number", upTo);
        }
        return anchored;
    }
}
