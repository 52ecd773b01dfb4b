package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.job.JobId;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceLog.Point;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
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

    /** The same of what an operator did. */
    void action(ActionView action) throws SQLException {
        long record =
                jdbc.first(EvidenceSql.LAST_RECORD, row -> row.number("record")).orElseThrow();
        append(EvidenceEntry.OPERATORS, EvidenceEntry.ofAction(record, action));
    }

    private void append(String chain, Map<String, String> fields) throws SQLException {
        Optional<Point> head =
                jdbc.first(EvidenceSql.HEAD, row -> new Point(row.number("number"), row.text("hash")), "chain", chain);
        EvidenceEntry entry = EvidenceEntry.after(head.orElse(Point.START), chain, fields);
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
                head.isEmpty() ? EvidenceSql.HEAD_BEGIN : EvidenceSql.HEAD_MOVE,
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
