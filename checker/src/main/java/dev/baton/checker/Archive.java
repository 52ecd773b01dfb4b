package dev.baton.checker;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/** What the tables say: every job, where it stands, and its ended attempts; and what operators did. */
public record Archive(Map<String, Job> jobs, Set<Action> actions, Set<String> blocking) {

    /** Of a file in which no lane stands still. */
    public Archive(Map<String, Job> jobs, Set<Action> actions) {
        this(jobs, actions, Set.of());
    }

    private static final Set<String> OUTCOMES = Set.of("DONE", "DEAD", "CANCELLED");

    /** A job; its label is the name of the work, where the log speaks of that. */
    public record Job(
            String id, String type, String key, String label, Turn turn, Places places, List<Attempt> attempts) {

        /** A job whose label does not matter. */
        public Job(String id, String type, String key, Turn turn, Places places, List<Attempt> attempts) {
            this(id, type, key, "", turn, places, attempts);
        }

        /** The attempts that ended in this way. */
        public Stream<Attempt> attempts(String kind) {
            return attempts.stream().filter(attempt -> attempt.kind().equals(kind));
        }

        /** Is it parked as dead? */
        public boolean isDead() {
            List<Attempt> outcomes = outcomes();
            return !outcomes.isEmpty()
                    && outcomes.get(outcomes.size() - 1).kind().equals("DEAD");
        }

        /**
         * The attempts that ended the job, or parked it for good; one, if all is well. What an operator did about a dead job comes
         * after its death.
         */
        List<Attempt> outcomes() {
            var outcomes = new ArrayList<Attempt>();
            for (Attempt attempt : attempts) {
                int last = outcomes.size() - 1;
                if (attempt.isByOperator()
                        && last >= 0
                        && outcomes.get(last).kind().equals("DEAD")) {
                    outcomes.remove(last);
                }
                if (OUTCOMES.contains(attempt.kind())) {
                    outcomes.add(attempt);
                }
            }
            return outcomes;
        }
    }

    /** In how many rows of each table it stands; in none of them once it is over. */
    public record Places(int pending, int running, int parked) {
        boolean isNowhere() {
            return pending + running + parked == 0;
        }
    }

    /** An ended attempt, or what an operator did instead of one. Rows are counted as they were written, over all jobs. */
    public record Attempt(
            long row, long number, long fence, String kind, String code, long claimedMicros, long endedMicros) {

        /** Without a code. */
        public Attempt(long row, long number, long fence, String kind, long claimedMicros, long endedMicros) {
            this(row, number, fence, kind, "", claimedMicros, endedMicros);
        }

        /** Did no handler have a part in it? */
        boolean isByOperator() {
            return number == 0;
        }
    }

    /** What an operator did to a job, as it is on record. */
    public record Action(String act, String job) {}

    /** How many lanes there are, how many jobs wait for their turn, and how many of these do so behind a dead one. */
    public record Lanes(int lanes, int waiting, int blocked) {}

    /** Looks into tables that others write. */
    public static final class Reader implements AutoCloseable {

        private final Connection connection;
        private final ArchiveSql sql;

        /** Opens the file, which has to exist, to read only: what a dead process left half done is for its successor to find. */
        public Reader(Path file) throws SQLException {
            var readOnly = new Properties();
            readOnly.setProperty("open_mode", "1");
            connection = DriverManager.getConnection("jdbc:sqlite:" + file, readOnly);
            sql = ArchiveSql.SQLITE;
        }

        /** Looks through a connection to PostgreSQL, at one moment of what is there, and closes it in the end. */
        public Reader(Connection postgres) throws SQLException {
            connection = postgres;
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setAutoCommit(false);
            sql = ArchiveSql.POSTGRES;
        }

        /** Everything. */
        public Archive read() throws SQLException {
            Map<String, List<Attempt>> attempts = new LinkedHashMap<>();
            each(
                    ArchiveSql.ATTEMPTS,
                    row -> attempts.computeIfAbsent(uuid(row), job -> new ArrayList<>())
                            .add(new Attempt(
                                    row.getLong("seq"),
                                    row.getLong("number"),
                                    row.getLong("fence"),
                                    row.getString("kind"),
                                    row.getString("code"),
                                    row.getLong("claimed_at"),
                                    row.getLong("ended_at"))));
            Map<String, Job> jobs = new LinkedHashMap<>();
            each(ArchiveSql.JOBS, row -> {
                String id = uuid(row);
                var places = new Places(row.getInt("pending"), row.getInt("running"), row.getInt("parked"));
                List<Attempt> ofJob = List.copyOf(attempts.getOrDefault(id, List.of()));
                var turn = new Turn(row.getString("lane"), row.getLong("seq"));
                String label = row.getString("label").toLowerCase(Locale.ROOT);
                jobs.put(id, new Job(id, row.getString("type"), row.getString("key"), label, turn, places, ofJob));
            });
            Set<Action> actions = new LinkedHashSet<>();
            each(ArchiveSql.ACTIONS, row -> actions.add(new Action(row.getString("act"), row.getString("target"))));
            Set<String> blocking = new LinkedHashSet<>();
            each(ArchiveSql.BLOCKING, row -> blocking.add(uuid(row)));
            return new Archive(jobs, actions, blocking);
        }

        /** All that must never change again, as it is now; empty if there are no tables yet. */
        public Optional<Snapshot> snapshot() throws SQLException {
            if (number(sql.tables()) == 0) {
                return Optional.empty();
            }
            Map<String, String> attempts = new LinkedHashMap<>();
            each(
                    ArchiveSql.ATTEMPT_ROWS,
                    row -> attempts.put(row.getString("name"), uuid(row) + " " + row.getString("content")));
            Map<String, String> jobs = new LinkedHashMap<>();
            each(ArchiveSql.JOB_ROWS, row -> jobs.put(uuid(row), row.getString("content")));
            return Optional.of(new Snapshot(attempts, jobs));
        }

        /** How the lanes are. */
        public Lanes lanes() throws SQLException {
            var found = new ArrayList<Lanes>();
            each(
                    ArchiveSql.LANES,
                    row -> found.add(new Lanes(row.getInt("lanes"), row.getInt("waiting"), row.getInt("blocked"))));
            return found.get(0);
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
            return number(sql.fence());
        }

        private long number(String question) throws SQLException {
            var found = new ArrayList<Long>();
            each(question, row -> found.add(row.getLong(1)));
            return found.get(0);
        }

        private void each(String question, OnRow onRow) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql.in(question))) {
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
