package dev.baton.store.memory;

import dev.baton.job.JobId;
import dev.baton.store.ActionView;
import dev.baton.store.AttemptView;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceLog;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.memory.Tables.JobRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What there is of evidence, shown within one transaction. */
final class MemoryEvidence implements EvidenceLog {

    /** One transaction: all of it, or nothing. */
    interface Transaction {
        <T> T write(Supplier<T> verb);
    }

    private final Tables tables;
    private final Chains chains;
    private final Transaction transaction;

    MemoryEvidence(Tables tables, Transaction transaction) {
        this.tables = tables;
        this.chains = tables.chains;
        this.transaction = transaction;
    }

    @Override
    public void read(Reader reader) {
        transaction.write(() -> {
            chains.entries.forEach((chain, entries) -> entries.values().forEach(entry -> link(chain, entry, reader)));
            chains.heads.keySet().stream()
                    .filter(chain ->
                            chains.entries.getOrDefault(chain, new TreeMap<>()).isEmpty())
                    .forEach(chain -> link(chain, null, reader));
            pairs(reader);
            gaps(reader);
            return true;
        });
    }

    private void link(String chain, @Nullable EvidenceEntry entry, Reader reader) {
        reader.link(new Link(
                chain,
                Optional.ofNullable(chains.anchors.get(chain)),
                Optional.ofNullable(chains.heads.get(chain)),
                Optional.ofNullable(entry)));
    }

    /** What an entry is about: a record of a job, or, without a job, of what an operator did. */
    private record About(String job, String record) {
        static About of(Map<String, String> fields) {
            return new About(fields.getOrDefault("job", ""), Objects.requireNonNull(fields.get("record")));
        }
    }

    private void pairs(Reader reader) {
        var left = new HashMap<About, EvidenceEntry>();
        chains.entries
                .values()
                .forEach(entries -> entries.values().forEach(entry -> left.put(About.of(entry.fields()), entry)));
        tables.jobs.values().stream().filter(job -> job.ties().witnessed()).forEach(job -> {
            List<AttemptView> attempts = tables.attempts(job.id());
            for (int i = 0; i < attempts.size(); i++) {
                String chain = EvidenceEntry.chainOf(job.lane().orElseThrow());
                pair(chain, Chains.of(job, i + 1, attempts.get(i)), left, reader);
            }
        });
        chains.actions.forEach((record, action) ->
                pair(EvidenceEntry.OPERATORS, EvidenceEntry.ofAction(record, action), left, reader));
        left.values().forEach(entry -> reader.pair(new Pair(entry.chain(), Optional.empty(), Optional.of(entry))));
    }

    private void pair(String chain, Map<String, String> record, Map<About, EvidenceEntry> left, Reader reader) {
        Optional<EvidenceEntry> entry = Optional.ofNullable(left.remove(About.of(record)));
        if (entry.isPresent() || !chains.isPruned(chain, record)) {
            reader.pair(new Pair(chain, Optional.of(record), entry));
        }
    }

    /** Only of lanes that are witnessed; what is not may be pruned. */
    private void gaps(Reader reader) {
        var numbers = new TreeMap<String, TreeSet<Long>>();
        for (JobRow job : tables.jobs.values()) {
            job.ties()
                    .number()
                    .filter(turn -> chains.heads.containsKey(EvidenceEntry.chainOf(turn.lane()))
                            || job.ties().witnessed())
                    .ifPresent(turn -> numbers.computeIfAbsent(turn.lane(), any -> new TreeSet<>())
                            .add(turn.sequence()));
        }
        numbers.forEach((lane, all) -> {
            long last = tables.floors.getOrDefault(lane, 0L);
            for (long number : all.tailSet(last, false)) {
                if (number > last + 1) {
                    reader.gap(new Gap(lane, last, number));
                }
                last = number;
            }
        });
    }

    @Override
    public boolean prune(String chain, long upTo, By by, Instant now) {
        return transaction.write(() -> {
            boolean pruned = chains.prune(chain, upTo);
            if (pruned) {
                var action = new ActionView(PRUNED, chain, by, "", "#" + upTo, now);
                tables.append(tables.actions, action);
                chains.witness(action, (JobId) null);
            }
            return pruned;
        });
    }
}
