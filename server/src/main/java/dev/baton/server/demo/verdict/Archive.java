package dev.baton.server.demo.verdict;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the file says: every job, where it stands, and its ended attempts. */
public record Archive(Map<String, Job> jobs) {

    /** A job. */
    public record Job(String id, String type, String key, Places places, List<Attempt> attempts) {

        /** The attempts that ended in this way. */
        public Stream<Attempt> attempts(String kind) {
            return attempts.stream().filter(attempt -> attempt.kind().equals(kind));
        }
    }

    /** In how many rows of each table it stands; in none of them once it is over. */
    public record Places(int pending, int running, int parked) {
        boolean isNowhere() {
            return pending + running + parked == 0;
        }
    }

    /** An ended attempt. */
    public record Attempt(long number, long fence, String kind, long claimedMicros, long endedMicros) {}

    /** Looks into a file that others write. */
    public static final class Reader implements AutoCloseable {

        private final Connection connection;

        /** Opens the file, which has to exist. */
        public Reader(Path file) throws SQLException {
            connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        }

        /** Everything. */
        public Archive read() throws SQLException {
            Map<String, List<Attempt>> attempts = new LinkedHashMap<>();
            each(
                    ArchiveSql.ATTEMPTS,
                    row -> attempts.computeIfAbsent(uuid(row), job -> new ArrayList<>())
                            .add(new Attempt(
                                    row.getLong("number"),
                                    row.getLong("fence"),
                                    row.getString("kind"),
                                    row.getLong("claimed_at"),
                                    row.getLong("ended_at"))));
            Map<String, Job> jobs = new LinkedHashMap<>();
            each(ArchiveSql.JOBS, row -> {
                String id = uuid(row);
                var places = new Places(row.getInt("pending"), row.getInt("running"), row.getInt("parked"));
                List<Attempt> ofJob = List.copyOf(attempts.getOrDefault(id, List.of()));
                jobs.put(id, new Job(id, row.getString("type"), row.getString("key"), places, ofJob));
            });
            return new Archive(jobs);
        }

        /** The most often that any job was lost which is not over. */
        public int lostMost() throws SQLException {
            return (int) number(ArchiveSql.LOST_MOST);
        }

        /** How many jobs are in somebody's hands. */
        public int running() throws SQLException {
            return (int) number(ArchiveSql.RUNNING);
        }

        /** The number of the last claim. */
        public long fence() throws SQLException {
            return number(ArchiveSql.FENCE);
        }

        private long number(String sql) throws SQLException {
            var found = new ArrayList<Long>();
            each(sql, row -> found.add(row.getLong(1)));
            return found.get(0);
        }

        private void each(String sql, OnRow onRow) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    onRow.take(rows);
                }
            }
        }

        private static String uuid(ResultSet row) throws SQLException {
            return row.getString("id").replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
        }

        private interface OnRow {
            void take(ResultSet row) throws SQLException;
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
