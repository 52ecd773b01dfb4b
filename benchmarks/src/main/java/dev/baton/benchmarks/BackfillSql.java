package dev.baton.benchmarks;

/** The statements of a plain loop over blocks, which every database understands. */
final class BackfillSql {

    private BackfillSql() {}

    static final String TABLE = """
            CREATE TABLE IF NOT EXISTS bench_position (name VARCHAR(20) PRIMARY KEY, block BIGINT NOT NULL)
            """;

    static final String CLEAR = """
            DELETE FROM bench_position
            """;

    static final String BEGIN = """
            INSERT INTO bench_position (name, block) VALUES ('loop', 0)
            """;

    static final String MOVE = """
            UPDATE bench_position SET block = ? WHERE name = 'loop'
            """;
}
