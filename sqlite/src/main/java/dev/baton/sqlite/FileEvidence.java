package dev.baton.sqlite;

import dev.baton.internal.jdbc.Jdbc;
import dev.baton.internal.jdbc.Row;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceLog;
import dev.baton.store.OperatorCommand.By;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Shows the evidence in a file, on one connection and from one snapshot. */
final class FileEvidence {

    private static final int AT_A_TIME = 500;

    private final Jdbc jdbc;

    FileEvidence(Jdbc jdbc) {
        this.jdbc = jdbc;
    }

    boolean read(EvidenceLog.Reader reader) throws SQLException {
        jdbc.each(EvidenceSql.LINKS, AT_A_TIME, row -> reader.link(link(row)));
        jdbc.each(EvidenceSql.ENTRIES_OF_ATTEMPTS, AT_A_TIME, row -> reader.pair(attempt(row, entry(row))));
        jdbc.each(EvidenceSql.ATTEMPTS_ALONE, AT_A_TIME, row -> reader.pair(attempt(row, Optional.empty())));
        jdbc.each(EvidenceSql.ENTRIES_OF_ACTIONS, AT_A_TIME, row -> reader.pair(action(row, entry(row))));
        jdbc.each(EvidenceSql.ACTIONS_ALONE, AT_A_TIME, row -> reader.pair(action(row, Optional.empty())));
        jdbc.each(
                EvidenceSql.GAPS,
                AT_A_TIME,
                row -> reader.gap(new EvidenceLog.Gap(row.text("lane"), row.number("prior"), row.number("seq"))));
        return true;
    }

    private static EvidenceLog.Link link(Row row) throws SQLException {
        Optional<Long> head = row.optionalNumber("head_number");
        Optional<Long> anchor = row.optionalNumber("anchor_number");
        return new EvidenceLog.Link(
                row.text("chain"),
                anchor.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new EvidenceLog.Anchor(
                                new EvidenceLog.Point(anchor.get(), row.text("anchor_hash")),
                                Values.instant(row.number("until_at")))),
                head.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new EvidenceLog.Point(head.get(), row.text("head_hash"))),
                entry(row));
    }

    private static Optional<EvidenceEntry> entry(Row row) throws SQLException {
        Optional<Long> number = row.optionalNumber("number");
        if (number.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> fields = new HashMap<>();
        for (String field : EvidenceEntry.FIELDS) {
            Optional<String> value = field.equals("job")
                    ? row.optionalBytes(field).map(bytes -> Values.job(bytes).toString())
                    : row.optionalText(field);
            value.ifPresent(known -> fields.put(field, known));
        }
        return Optional.of(new EvidenceEntry(
                row.text("entry_chain"), number.get(), row.text("previous"), fields, row.text("hash")));
    }

    private static EvidenceLog.Pair attempt(Row row, Optional<EvidenceEntry> entry) throws SQLException {
        Optional<Long> record = row.optionalNumber("its_record");
        if (record.isEmpty()) {
            return new EvidenceLog.Pair(entry.map(EvidenceEntry::chain).orElse(""), Optional.empty(), entry);
        }
        var subject = new EvidenceEntry.Subject(
                Values.job(row.bytes("its_job")), row.number("its_turn"), row.text("its_sha256"));
        var attempt = new AttemptView(
                row.integer("its_number"),
                row.number("its_fence"),
                row.optionalBytes("its_node").map(Values::node),
                AttemptView.Kind.DONE,
                new AttemptView.Detail(
                        row.text("its_code"),
                        row.text("its_message"),
                        row.optionalText("its_result"),
                        row.optionalText("its_facts")),
                Values.instant(row.number("its_claimed_at")),
                Values.instant(row.number("its_ended_at")));
        Map<String, String> said = EvidenceEntry.ofAttempt(record.get(), subject, attempt);
        said.put("kind", row.text("its_kind")); // which may be any by now
        return new EvidenceLog.Pair(
                EvidenceEntry.chainOf(row.optionalText("its_lane").orElse("")), Optional.of(said), entry);
    }

    private static EvidenceLog.Pair action(Row row, Optional<EvidenceEntry> entry) throws SQLException {
        Optional<Long> record = row.optionalNumber("its_record");
        if (record.isEmpty()) {
            return new EvidenceLog.Pair(EvidenceEntry.OPERATORS, Optional.empty(), entry);
        }
        var action = new ActionView(
                row.text("act"),
                row.text("its_target"),
                new By("whoever", row.text("why")),
                row.text("its_before"),
                row.text("its_after"),
                Values.instant(row.number("at")));
        Map<String, String> said = EvidenceEntry.ofAction(record.get(), action);
        said.put("who", row.text("its_who")); // which may be any by now
        return new EvidenceLog.Pair(EvidenceEntry.OPERATORS, Optional.of(said), entry);
    }
}
