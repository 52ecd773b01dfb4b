package dev.baton.server.operate;

import java.sql.SQLException;

/** What there is to look at in a PostgreSQL database beside its jobs. */
final class ServerExamination {

    private static final long LONG_SECONDS = 300;
    private static final long BLOATED = 5;

    private final Examination examination;

    ServerExamination(Examination examination) {
        this.examination = examination;
    }

    void run() throws SQLException {
        setting(DoctorSql.STANDBY, "server", "a primary", "false", "A standby cannot be written to: name the primary");
        setting(
                DoctorSql.FSYNC,
                "fsync",
                "on",
                "on",
                "A crash of the server can lose or damage everything: set it to on");
        String commit = examination.text(DoctorSql.SYNCHRONOUS_COMMIT);
        examination.add(
                commit.equals("off")
                        ? Finding.ill(
                                "synchronous_commit",
                                "off",
                                "A crash of the server loses jobs that were acknowledged: set it to on, at least for our role")
                        : Finding.well("synchronous_commit", commit));
        setting(DoctorSql.AUTOVACUUM, "autovacuum", "on", "on", "Tables grow and claims become slow: set it to on");
        long oldest = examination.number(DoctorSql.OLDEST_TRANSACTION_SECONDS);
        examination.add(
                oldest < LONG_SECONDS
                        ? Finding.well("oldest transaction", oldest + " s")
                        : Finding.ill(
                                "oldest transaction",
                                oldest + " s",
                                "While it is open nothing that was removed can be cleaned up, in any table: see pg_stat_activity, and "
                                        + "end it"));
        long dead = examination.number(DoctorSql.BLOAT);
        examination.add(
                dead < BLOATED
                        ? Finding.well("dead rows", "few")
                        : Finding.ill(
                                "dead rows",
                                dead + " times as many as live ones in one of our tables",
                                "See pg_stat_user_tables; VACUUM it, and let autovacuum do so more often"));
        examination.add(Finding.none(
                "notes",
                "notes about lanes that nobody has worked off for a minute",
                examination.number(DoctorSql.NOTES_NOT_WORKED_OFF),
                "A live node does that: start one; if one runs, look for a transaction that is open"));
        examination.ofJobs(DoctorSql.ROUTES_NOT_SERVED);
    }

    private void setting(String sql, String subject, String well, String wanted, String remedy) throws SQLException {
        String is = examination.text(sql);
        examination.add(is.equals(wanted) ? Finding.well(subject, well) : Finding.ill(subject, is, remedy));
    }
}
