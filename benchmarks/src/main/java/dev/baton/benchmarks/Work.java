package dev.baton.benchmarks;

/** What a job of the bench carries: who it is in the ledger, and something of the size that real jobs have. */
public record Work(int part, int number, String note) {

    /** Of what nobody hashes. */
    public static final String SHA256 = "0".repeat(64);

    /** About 200 bytes in all. */
    private static final String NOTE =
            "Pay what is due to whom it is due, once, and write down that it was paid. ".repeat(2);

    /** This one of this part. */
    public static Work of(int part, int number) {
        return new Work(part, number, NOTE);
    }

    /** The same for those who have no codec. */
    public String json() {
        return "{\"part\":" + part + ",\"number\":" + number + ",\"note\":\"" + note + "\"}";
    }
}
