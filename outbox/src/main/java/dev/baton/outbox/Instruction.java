package dev.baton.outbox;

/**
 * What was decided, and under which key: together they admit one payment for ever.
 *
 * @param id of the instruction, as the ledger has it
 * @param key the idempotency key of whoever asked; another key is another payment
 */
public record Instruction(String id, String key) {

    /** Of these ids, each 1 to 99 letters, digits or {@code . _ : ~ -}. */
    public Instruction {
        Ids.checked("an instruction's id", id);
        Ids.checked("an idempotency key", key);
    }

    static Instruction of(String unique) {
        int between = unique.indexOf(Ids.BETWEEN);
        return new Instruction(unique.substring(0, between), unique.substring(between + 1));
    }

    /** How the keys of all with this id begin, and no others. */
    static String allOf(String id) {
        return Ids.checked("an instruction's id", id) + Ids.BETWEEN;
    }

    /** Both as one key; no two instructions have the same. */
    String unique() {
        return id + Ids.BETWEEN + key;
    }
}
