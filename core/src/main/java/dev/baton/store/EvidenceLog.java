package dev.baton.store;

import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The evidence of a store: a chain for each lane with jobs of a witnessed type, and one for what operators did. A store appends to it
 * in the transaction that writes down what happened, and nothing else changes it. {@link Evidence} says whether it is whole.
 */
public interface EvidenceLog {

    /**
     * Shows all there is, as it stood at one moment: first the links of the chains, by chain and number, then what stands beside them,
     * then the gaps. It holds a few of these at a time, however many there are.
     */
    void read(Reader reader);

    /**
     * Removes the beginning of a chain, up to and with this entry, which stays as its anchor: from there on the rest can still be
     * verified. False if there is no such entry. What operators did stays on record with this among it.
     */
    boolean prune(String chain, long upTo, OperatorCommand.By by, Instant now);

    /** What is put on record when a chain is pruned. */
    String PRUNED = "PRUNE_EVIDENCE";

    /** Why a witnessed job does not end in a transaction of its handler's. */
    static BatonException refusal(JobId job) {
        return new BatonException(
                "WITNESSED",
                "Job " + job
                        + " is witnessed: it does not end in a transaction of its handler's, as its chain of evidence would wait "
                        + "for that; nothing was done.");
    }

    /** Who is shown the evidence. */
    interface Reader {

        /** A link of a chain. */
        void link(Link link);

        /** A record and the entry about it, or one of them without the other. */
        void pair(Pair pair);

        /** A lane whose numbers have a gap. */
        void gap(Gap gap);
    }

    /** A place in a chain: the number of an entry, and its hash. */
    record Point(long number, String hash) {

        /** Before the first entry. */
        public static final Point START = new Point(0, "");
    }

    /**
     * An entry, with what is known of its chain.
     *
     * @param anchor where the chain begins; nothing if it does so at its start
     * @param head where it ends by what is kept beside it; nothing if nothing is
     * @param entry nothing if the chain has none
     */
    record Link(String chain, Optional<Anchor> anchor, Optional<Point> head, Optional<EvidenceEntry> entry) {}

    /**
     * What is left of the beginning of a chain.
     *
     * @param until when the last of what was removed had ended
     */
    record Anchor(Point point, Instant until) {}

    /**
     * A record and the entry about it.
     *
     * @param chain to which the entry belongs, or would
     * @param record what an entry about it would say; nothing if there is no such record
     * @param entry nothing if there is none, and none was pruned
     */
    record Pair(String chain, Optional<Map<String, String>> record, Optional<EvidenceEntry> entry) {}

    /**
     * Numbers of a lane without jobs.
     *
     * @param after the last number before the gap
     * @param before the first number after it
     */
    record Gap(String lane, long after, long before) {}
}
