package dev.baton.benchmarks;

/** A store that can be measured. */
public enum Kind {
    /** A file. */
    SQLITE("sqlite", "performance.md"),
    /** A server. */
    POSTGRES("postgres", "performance-postgres.md");

    private final String text;
    private final String page;

    Kind(String text, String page) {
        this.text = text;
        this.page = page;
    }

    /** As it is called on the command line and in the last line. */
    @Override
    public String toString() {
        return text;
    }

    /** The page with its figures, among the documents. */
    String page() {
        return page;
    }
}
