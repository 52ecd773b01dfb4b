package dev.baton.benchmarks;

/** A store that can be measured. */
public enum Kind {
    /** A file. */
    SQLITE("sqlite", "performance.md", "performance-http.md"),
    /** A server. */
    POSTGRES("postgres", "performance-postgres.md", "performance-http-postgres.md");

    private final String text;
    private final String page;
    private final String httpPage;

    Kind(String text, String page, String httpPage) {
        this.text = text;
        this.page = page;
        this.httpPage = httpPage;
    }

    /** As it is called on the command line and in the last line. */
    @Override
    public String toString() {
        return text;
    }

    /** The page with its figures, among the documents. */
    String page(Topic topic) {
        return topic == Topic.ENGINE ? page : httpPage;
    }
}
