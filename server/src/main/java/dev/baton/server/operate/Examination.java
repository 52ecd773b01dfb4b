package dev.baton.server.operate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Asks a database about the jobs in it, and collects what it finds. It changes nothing. */
final class Examination {

    private final Connection connection;
    private final List<Finding> findings = new ArrayList<>();

    Examination(Connection connection) {
        this.connection = connection;
    }

    List<Finding> findings() {
        return findings;
    }

    void add(Finding finding) {
        findings.add(finding);
    }

    String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        }
    }

    long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    /** What is the same in every database. */
    void ofJobs(String routesNotServed) throws SQLException {
        add(Finding.none(
                "lanes",
                "lanes blocked by a dead or held job",
                number(DoctorSql.BLOCKED_LANES),
                "See ./baton lanes; retry, skip, release or confirm the job"));
        add(Finding.none(
                "dead jobs",
                "dead jobs",
                number(DoctorSql.DEAD),
                "See ./baton list --state DEAD; retry them once the cause is mended, or discard them"));
        add(Finding.none(
                "held jobs",
                "held jobs, of which nobody knows whether their work was done",
                number(DoctorSql.HELD),
                "See ./baton list --state HELD; find out, then release, confirm or discard each"));
        add(Finding.none(
                "switches",
                "switches off",
                number(DoctorSql.SWITCHED_OFF),
                "See ./baton pause; if the reason is gone, ./baton resume"));
        long live = number(DoctorSql.LIVE_NODES);
        add(
                live > 0
                        ? Finding.well("nodes", live + " live")
                        : Finding.ill("nodes", "no live node", "Nothing runs: start a program that handles jobs"));
        add(Finding.none(
                "running jobs",
                "running jobs whose node is not live",
                number(DoctorSql.WITHOUT_OWNER),
                "A live node takes them over within seconds; if none does, start one and look at its log"));
        if (live > 0) {
            add(
                    Finding.none(
                            "routes",
                            "kinds of jobs that wait and that no live node takes",
                            number(routesNotServed),
                            "See ./baton why for one of them; start a program that handles the type and version, on that queue"));
        }
    }
}
