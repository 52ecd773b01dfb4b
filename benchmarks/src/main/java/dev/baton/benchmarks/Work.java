package dev.baton.benchmarks;

/** What a job of the bench carries: who it is in the ledger, and something of the size that real jobs have. */
record Work(int part, int number, String note) {

    /** About 200 bytes in all. */
    private static final String NOTE =
            "Pay what is due to whom it is due, once, and write down that it was paid. ".repeat(2);

    static Work of(int part, int number) {
        return new Work(part, number, NOTE);
    }

    /** The same for those who have no codec. */
    String json() {
        return "{\"part\":" + part + ",\"number\":" + number + ",\"note\":\"" + note + "\"}";
    }
}
