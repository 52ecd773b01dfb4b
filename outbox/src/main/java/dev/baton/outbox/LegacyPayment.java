package dev.baton.outbox;

/**
 * A row of an old outbox table. Two are equal if they are the same row.
 *
 * @param key the idempotency key
 * @param sequence its number among the participant's
 * @param payload what it says, as it is stored; kept out of logs and messages
 * @param state as the table has it
 */
public record LegacyPayment(
        String instruction, String key, String participant, long sequence, String rail, String payload, String state) {

    /** By what its table knows it. */
    @Override
    public boolean equals(Object other) {
        return other instanceof LegacyPayment row && participant.equals(row.participant) && sequence == row.sequence;
    }

    @Override
    public int hashCode() {
        return participant.hashCode() * 31 + Long.hashCode(sequence);
    }

    /** Says nothing of what is in it. */
    @Override
    public String toString() {
        return participant + "/" + sequence + " (" + instruction + "/" + key + ", " + state + ")";
    }
}
