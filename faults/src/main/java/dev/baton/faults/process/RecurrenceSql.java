package dev.baton.faults.process;

/** What is done to schedules beside what Baton does. */
final class RecurrenceSql {

    private RecurrenceSql() {}

    /** As if no process had been there since this time. */
    static final String MISSED_SINCE = """
            UPDATE baton_schedule SET next_at = ?
            """;
}
