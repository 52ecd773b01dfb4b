package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.store.Migrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code baton doctor}. */
@Command(
        name = "doctor",
        description = {
            "Examines a database and says what to do: tables, settings, lanes that stand still, dead and held jobs, jobs that nobody "
                    + "takes, and what the database itself suffers from. It changes nothing, and programs go on meanwhile. A SQLite "
                    + "file is read from beginning to end, which takes its time if it is large."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0 if all is well, 1 if there is something to look at, 3 if it failed; a code and what to do are then on "
                    + "standard error.",
            "",
            "Examples:",
            "  ./baton doctor --file app.db",
            "  ./baton doctor --url jdbc:postgresql://db.example/shop --json"
        })
public final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private OperatedDatabase database;

    @Mixin
    private Shown shown;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    DoctorCommand() {}

    @Override
    public Integer call() {
        try {
            List<Finding> findings = examine();
            findings.forEach(this::tell);
            return findings.stream().allMatch(Finding::well) ? 0 : OperatedDatabase.REFUSED;
        } catch (BatonException e) {
            return database.failed(e);
        } catch (SQLException e) {
            return database.failed(new BatonException("STORE_UNAVAILABLE", "The database did not answer.", e));
        }
    }

    private List<Finding> examine() throws SQLException {
        Migrations.Status tables = database.migrations().check();
        if (!tables.isUpToDate()) {
            return List.of(Finding.ill(
                    "tables",
                    "steps that are missing: " + String.join(", ", tables.missing()),
                    "./baton migrate --apply, before a program of this version is started"));
        }
        try (Connection connection = database.connect()) {
            var examination = new Examination(connection);
            examination.add(Finding.well("tables", "those of this version"));
            Optional<Path> file = database.file();
            if (file.isPresent()) {
                new FileExamination(examination, file.get()).run();
            } else {
                new ServerExamination(examination).run();
            }
            return examination.findings();
        }
    }

    private void tell(Finding finding) {
        if (shown.isJson()) {
            shown.json(finding.fields());
        } else {
            shown.out().println(finding);
        }
    }
}
