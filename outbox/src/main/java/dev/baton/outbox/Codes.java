package dev.baton.outbox;

import dev.baton.job.BatonException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the codes of a rail mean, one by one. A code in none of the tables means that nobody knows; message texts mean nothing. Immutable.
 *
 * <p>To be retryable a code must promise that the payment was <em>not</em> taken; one that only says that something went wrong belongs to
 * the unknown ones.
 */
public final class Codes {

    /** What a code means. */
    public enum Meaning {
        /** The rail has taken the payment. */
        ACCEPTED,
        /** The rail has not taken it, and never will. */
        TERMINAL,
        /** The rail has not taken it, and may if it is asked again. */
        RETRYABLE,
        /** The rail may have taken it or not. */
        UNKNOWN
    }

    private final Map<String, Meaning> table;

    private Codes(Map<String, Meaning> table) {
        this.table = table;
    }

    /** By these the rail says that it has taken a payment. */
    public static Codes accepting(String... codes) {
        return new Codes(Map.of()).with(Meaning.ACCEPTED, codes);
    }

    /** These say that it never will. */
    public Codes terminal(String... codes) {
        return with(Meaning.TERMINAL, codes);
    }

    /** These say that it has not, and may later. */
    public Codes retryable(String... codes) {
        return with(Meaning.RETRYABLE, codes);
    }

    /** These say nothing, as do all that are not named. */
    public Codes unknown(String... codes) {
        return with(Meaning.UNKNOWN, codes);
    }

    /** What this code means. */
    public Meaning meaningOf(String code) {
        return table.getOrDefault(code, Meaning.UNKNOWN);
    }

    private Codes with(Meaning meaning, String... codes) {
        var more = new LinkedHashMap<>(table);
        for (String code : codes) {
            Ids.checked("a rail's code", code);
            if (more.put(code, meaning) != null) {
                throw new BatonException("DUPLICATE", "It is said twice what the code " + code + " means.");
            }
        }
        return new Codes(Map.copyOf(more));
    }
}
