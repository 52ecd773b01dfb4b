package dev.baton.store;

import dev.baton.store.EvidenceFinding.Kind;
import dev.baton.store.EvidenceLog.Anchor;
import dev.baton.store.EvidenceLog.Gap;
import dev.baton.store.EvidenceLog.Link;
import dev.baton.store.EvidenceLog.Pair;
import dev.baton.store.EvidenceLog.Point;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The verification of evidence: goes through all chains once and tells every change, removal and insertion. It needs the memory of a
 * few entries, and of the heads that are known from outside.
 *
 * <p>From inside a database nobody can tell that the end of a chain was cut off together with its head and the records it was about.
 * Keep heads, or an export, elsewhere, and give them back: then that is found, too.
 */
public final class Evidence {

    private final EvidenceLog log;
    private final Map<String, Point> known;

    private Evidence(EvidenceLog log, Map<String, Point> known) {
        this.log = log;
        this.known = Map.copyOf(known);
    }

    /** Of a store. */
    public static Evidence of(JobStore store) {
        return new Evidence(store.evidence(), Map.of());
    }

    /** The same where there is no store but what is read. */
    public static Evidence of(EvidenceLog log) {
        return new Evidence(log, Map.of());
    }

    /** The same, whose chains are to have had these heads, by what somebody has kept elsewhere. */
    public Evidence knownHeads(Map<String, Point> heads) {
        return new Evidence(log, heads);
    }

    /** Who hears what comes of it. */
    public interface Listener {

        /** A chain ends here, by its entries. */
        default void head(String chain, Point head) {}

        /** Something is wrong. */
        default void found(EvidenceFinding finding) {}

        /** An entry, whole or not. */
        default void entry(EvidenceEntry entry) {}
    }

    /** How much there was. */
    public record Verified(long chains, long entries, long findings) {

        /** Whether nothing was wrong. */
        public boolean isWhole() {
            return findings == 0;
        }
    }

    /** Goes through all of it. */
    public Verified verify(Listener listener) {
        var walk = new Walk(listener);
        log.read(walk);
        walk.end();
        return new Verified(walk.chains, walk.entries, walk.findings);
    }

    /** The chain it is in, the entry it was at, and what was counted. */
    private final class Walk implements EvidenceLog.Reader {

        private final Listener listener;
        private final Map<String, Point> unseen = new HashMap<>(known);
        private @Nullable Link current;
        private Point last = Point.START;
        private long chains;
        private long entries;
        private long findings;

        Walk(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void link(Link link) {
            if (current == null || !current.chain().equals(link.chain())) {
                endOfChain();
                chains++;
                last = link.anchor().map(Anchor::point).orElse(Point.START);
                compareWithKnown(link.chain(), last);
            }
            current = link;
            link.entry().ifPresent(this::follow);
        }

        private void follow(EvidenceEntry entry) {
            entries++;
            listener.entry(entry);
            boolean next = entry.number() == last.number() + 1;
            if (!next) {
                found(Kind.BROKEN, entry, "it comes after #" + last.number());
            }
            if (next && !entry.previous().equals(last.hash())) {
                found(Kind.BROKEN, entry, "the one before it has another hash than it had");
            }
            if (!entry.isIntact()) {
                found(Kind.CHANGED, entry, "its hash is not that of what it says");
            }
            last = entry.head();
            compareWithKnown(entry.chain(), last);
        }

        /** Heads that lie before an anchor can no longer be compared. */
        private void compareWithKnown(String chain, Point here) {
            Point head = unseen.get(chain);
            if (head != null && head.number() <= here.number()) {
                unseen.remove(chain);
                if (head.number() == here.number() && !head.hash().equals(here.hash())) {
                    tell(new EvidenceFinding(
                            Kind.CHANGED, chain, here.number(), "its hash is not the one that was known"));
                }
            }
        }

        private void endOfChain() {
            if (current != null) {
                String chain = current.chain();
                listener.head(chain, last);
                Optional<Point> head = current.head();
                if (head.isEmpty() || !head.get().equals(last)) {
                    tell(new EvidenceFinding(
                            Kind.CUT,
                            chain,
                            last.number(),
                            "it ends here, and its head says "
                                    + head.map(point -> "#" + point.number()).orElse("nothing")));
                }
            }
        }

        @Override
        public void pair(Pair pair) {
            if (pair.entry().isEmpty()) {
                String record = pair.record().map(Walk::shown).orElse("a record");
                tell(new EvidenceFinding(Kind.NOT_WITNESSED, pair.chain(), 0, "there is no entry about " + record));
            } else if (pair.record().isEmpty()) {
                found(Kind.RECORD_GONE, pair.entry().get(), "what it is about is not there");
            } else {
                compare(pair, pair.record().get(), pair.entry().get());
            }
        }

        private void compare(Pair pair, Map<String, String> record, EvidenceEntry entry) {
            var different = new TreeSet<String>();
            if (!pair.chain().equals(entry.chain())) {
                different.add("lane");
            }
            for (String field : EvidenceEntry.FIELDS) {
                if (!Objects.equals(record.get(field), entry.fields().get(field))) {
                    different.add(field);
                }
            }
            if (!different.isEmpty()) {
                found(Kind.RECORD_CHANGED, entry, "what it is about differs in " + String.join(", ", different));
            }
        }

        private static String shown(Map<String, String> record) {
            String subject = record.getOrDefault("job", record.getOrDefault("target", "?"));
            return record.getOrDefault("kind", "?") + " of " + subject;
        }

        @Override
        public void gap(Gap gap) {
            tell(new EvidenceFinding(
                    Kind.GAP,
                    EvidenceEntry.chainOf(gap.lane()),
                    0,
                    "no job has a number between " + gap.after() + " and " + gap.before()));
        }

        private void found(Kind kind, EvidenceEntry entry, String what) {
            tell(new EvidenceFinding(kind, entry.chain(), entry.number(), what));
        }

        private void tell(EvidenceFinding finding) {
            findings++;
            listener.found(finding);
        }

        /** Of the last chain, and of those that were known and are not there. */
        void end() {
            endOfChain();
            new TreeSet<>(unseen.keySet())
                    .forEach(chain -> tell(new EvidenceFinding(
                            Kind.CUT,
                            chain,
                            Objects.requireNonNull(unseen.get(chain)).number(),
                            "it was known to have this entry, and does not")));
        }
    }

    /** Hands every entry over, in the order of chains and numbers. */
    public Verified export(Consumer<EvidenceEntry> each) {
        return verify(new Listener() {
            @Override
            public void entry(EvidenceEntry entry) {
                each.accept(entry);
            }
        });
    }
}
