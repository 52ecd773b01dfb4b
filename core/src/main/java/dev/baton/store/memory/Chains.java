package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceLog.Anchor;
import dev.baton.store.EvidenceLog.Point;
import dev.baton.store.memory.Tables.JobRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Appends to the chains of evidence what is written down. */
final class Chains {

    private final Tables tables;
    final NavigableMap<String, NavigableMap<Long, EvidenceEntry>> entries = new TreeMap<>();
    final Map<String, Point> heads = new TreeMap<>();
    final Map<String, Anchor> anchors = new HashMap<>();
    /** The records of what operators did about which there are entries. */
    final NavigableMap<Long, ActionView> actions = new TreeMap<>();

    Chains(Tables tables) {
        this.tables = tables;
    }

    /** The last record of a job; of no effect if the job is not witnessed. */
    void witness(JobId job, AttemptView attempt) {
        JobRow row = tables.jobs.get(job);
        if (row != null && row.ties().witnessed()) {
            String lane = row.lane().orElseThrow();
            append(EvidenceEntry.chainOf(lane), of(row, tables.attempts(job).size(), attempt));
        }
    }

    static Map<String, String> of(JobRow job, int record, AttemptView attempt) {
        long turn = job.ties().number().map(Turn::sequence).orElseThrow();
        var subject = new EvidenceEntry.Subject(job.id(), turn, job.payload().sha256());
        return EvidenceEntry.ofAttempt(record, subject, attempt);
    }

    /** The last of what operators did: about a job, if it is witnessed, or about something else that can stop one. */
    void witness(ActionView action, @Nullable JobId job) {
        JobRow row = job == null ? null : tables.jobs.get(job);
        if (job == null || (row != null && row.ties().witnessed())) {
            long record = tables.actions.size();
            tables.put(actions, record, action);
            append(EvidenceEntry.OPERATORS, EvidenceEntry.ofAction(record, action));
        }
    }

    private void append(String chain, Map<String, String> fields) {
        Point head = heads.getOrDefault(chain, Point.START);
        EvidenceEntry entry = EvidenceEntry.after(head, chain, fields);
        tables.put(entries.computeIfAbsent(chain, any -> new TreeMap<>()), entry.number(), entry);
        tables.put(heads, chain, entry.head());
    }

    /** False if there is no such entry. */
    boolean prune(String chain, long upTo) {
        NavigableMap<Long, EvidenceEntry> links = entries.getOrDefault(chain, new TreeMap<>());
        EvidenceEntry last = links.get(upTo);
        if (last == null) {
            return false;
        }
        Anchor before = anchors.get(chain);
        Instant until = before == null ? Instant.EPOCH : before.until();
        for (EvidenceEntry entry : List.copyOf(links.headMap(upTo, true).values())) {
            Instant ended = endedAt(entry.fields());
            until = ended.isAfter(until) ? ended : until;
            tables.put(links, entry.number(), null);
        }
        tables.put(anchors, chain, new Anchor(last.head(), until));
        return true;
    }

    /** Was the entry about this removed, as it had ended by then? */
    boolean isPruned(String chain, Map<String, String> record) {
        Anchor anchor = anchors.get(chain);
        return anchor != null && !endedAt(record).isAfter(anchor.until());
    }

    private static Instant endedAt(Map<String, String> fields) {
        return Instant.EPOCH.plusNanos(Long.parseLong(Objects.requireNonNull(fields.get("ended_at"))) * 1000);
    }
}
