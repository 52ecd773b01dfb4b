package dev.baton.server;

import dev.baton.job.BatonException;
import dev.baton.store.Migrations;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton migrate}. */
@Command(
        name = "migrate",
        description = {
            "Brings the tables in which jobs are kept up to date, or says what that would be. A program that uses Baton does so "
                    + "by itself when it starts; this is for those whose program may not change tables, or who want to do it once "
                    + "and before.",
            "Beside the application's own tables and whatever migrates them; in a history table of its own. Steps that are "
                    + "there are not applied again. One that has to wait for a table tries for two minutes, a second at a time.",
            "A password is never taken from the command line: put it into BATON_PASSWORD or ~/.pgpass.",
            "Exit code: 0 if done or nothing is missing, 1 if --check finds something missing, 2 if the command is not "
                    + "understood, 3 if it was refused or failed; a code and what to do are then on standard error."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  ./baton migrate --print --schema baton --grant-to shop > baton.sql",
            "  ./baton migrate --check --url jdbc:postgresql://db.example/shop --user shop",
            "  BATON_PASSWORD=... ./baton migrate --apply --url jdbc:postgresql://db.example/shop --user owner",
            "  ./baton migrate --check --file app.db"
        })
final class MigrateCommand implements Callable<Integer> {

    private static final int MISSING = 1;
    private static final int REFUSED = 3;

    /** One of these. */
    static final class Act {

        @Option(
                names = "--print",
                description =
                        "Print the steps as SQL, and change nothing: all of them, or those that are missing in the database "
                                + "that is named.")
        private boolean print;

        @Option(
                names = "--check",
                description = "Say which steps were applied and which are missing, and change nothing.")
        @SuppressWarnings("UnusedVariable") // what is done if it is neither of the others
        private boolean check;

        @Option(names = "--apply", description = "Apply the steps that are missing.")
        private boolean apply;
    }

    @ArgGroup(multiplicity = "1")
    private Act act;

    @Mixin
    private MigratedDatabase database;

    @Mixin
    @SuppressWarnings("UnusedVariable") // it is there to refuse
    private NoServer noServer;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    MigrateCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            int code = act.print ? print(out) : act.apply ? apply(out) : check(out);
            return out.checkError() ? REFUSED : code;
        } catch (BatonException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("baton: " + e.code() + ": " + e.getMessage());
            PostgresAddress.reason(e).ifPresent(reason -> err.println("baton: " + reason));
            return REFUSED;
        }
    }

    private int print(PrintWriter out) {
        out.print(database.isNamed() ? database.migrations().printMissing() : database.printAll());
        out.flush();
        return 0;
    }

    private int check(PrintWriter out) {
        Migrations.Status status = database.required().check();
        out.println("Applied: " + named(status.applied()));
        out.println("Missing: " + named(status.missing()));
        return status.isUpToDate() ? 0 : MISSING;
    }

    private int apply(PrintWriter out) {
        List<String> applied = database.required().apply();
        out.println("Applied now: " + named(applied));
        return 0;
    }

    private static String named(List<String> steps) {
        return steps.isEmpty() ? "none" : String.join(", ", steps);
    }
}
