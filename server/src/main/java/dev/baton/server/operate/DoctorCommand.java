package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.store.Migrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton doctor}. */
@Command(
        name = "doctor",
        description = {
            "Examines a database and says what to do: tables, settings, lanes that stand still, dead and held jobs, jobs that nobody "
                    + "takes, and what the database itself suffers from. It changes nothing, and programs go on meanwhile. A SQLite "
                    + "file is read from beginning to end, which takes its time if it is large.",
            "Of a server it says what that shows: whether it is live and ready, its nodes, jobs, switches and tasks, and nothing of its "
                    + "database."
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
            "  ./baton doctor --url jdbc:postgresql://db.example/shop --json",
            "  ./baton doctor --server http://localhost:7070"
        })
public final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private OperatedPlace place;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    DoctorCommand() {}

    @Override
    public Integer call() {
        if (place.isServer()) {
            return place.server().ask(client -> told(new ServiceExamination(client).findings()));
        }
        try {
            return told(examine(place.database()));
        } catch (BatonException e) {
            return ExitCodes.failed(spec, e);
        } catch (SQLException e) {
            return ExitCodes.failed(spec, new BatonException("STORE_UNAVAILABLE", "The database did not answer.", e));
        }
    }

    private int told(List<Finding> findings) {
        findings.forEach(this::tell);
        return findings.stream().allMatch(Finding::well) ? 0 : ExitCodes.REFUSED;
    }

    private static List<Finding> examine(OperatedDatabase database) throws SQLException {
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
            shown.line(finding.toString());
        }
    }
}
