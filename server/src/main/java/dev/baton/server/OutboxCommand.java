package dev.baton.server;

import dev.baton.job.BatonException;
import dev.baton.outbox.LegacyOutbox;
import dev.baton.outbox.OutboxViews;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton outbox}. */
@Command(
        name = "outbox",
        description =
                "What the payment outbox has beside jobs: views for reports, the table that it replaces, and old evidence.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            OutboxCommand.Views.class,
            OutboxCommand.DropLegacy.class,
            PruneEvidenceCommand.class,
            HelpCommand.class
        })
final class OutboxCommand implements Runnable {

    private static final int REFUSED = 3;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    OutboxCommand() {}

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "Say what to do: views, drop-legacy or prune-evidence.");
    }

    /** What is done to a database. */
    private interface Act {
        void on(Connection connection) throws SQLException;
    }

    private static int done(MigratedDatabase database, CommandLine line, String said, Act act) {
        PrintWriter err = line.getErr();
        try (Connection connection = database.connect()) {
            act.on(connection);
            line.getOut().println(said);
            return 0;
        } catch (BatonException e) {
            err.println("baton: " + e.code() + ": " + e.getMessage());
            return REFUSED;
        } catch (SQLException e) {
            err.println("baton: FAILED: the database refused it; nothing was changed.");
            PostgresAddress.reason(e).ifPresent(reason -> err.println("baton: " + reason));
            return REFUSED;
        }
    }

    /** {@code baton outbox views}. */
    @Command(
            name = "views",
            description = {
                "The views payment_outbox_pending and payment_outbox_attempts, over our tables in this database.",
                "They are made where the connection makes its tables, in place of what they were before; a table of one of "
                        + "these names is left alone, and the command refused.",
                "Exit code: 0 if done, 2 if the command is not understood, 3 if it was refused or failed."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class Views implements Callable<Integer> {

        /** One of these. */
        static final class What {

            @Option(names = "--print", description = "Print them as SQL, and change nothing.")
            private boolean print;

            @Option(names = "--apply", description = "Make them.")
            @SuppressWarnings("UnusedVariable") // what is done if it is not the other
            private boolean apply;
        }

        @ArgGroup(multiplicity = "1")
        private What what;

        @Mixin
        private MigratedDatabase database;

        @CommandLine.Spec
        private CommandLine.Model.CommandSpec spec;

        @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
        Views() {}

        @Override
        public Integer call() {
            OutboxViews views = database.isSqlite()
                    ? OutboxViews.sqlite()
                    : database.schema().map(OutboxViews::postgres).orElseGet(OutboxViews::postgres);
            if (what.print) {
                spec.commandLine().getOut().print(views.print());
                spec.commandLine().getOut().flush();
                return 0;
            }
            return done(
                    database,
                    spec.commandLine(),
                    "Made payment_outbox_pending and payment_outbox_attempts.",
                    views::apply);
        }
    }

    /** {@code baton outbox drop-legacy}. */
    @Command(
            name = "drop-legacy",
            description = {
                "Drops the old table payment_outbox, where the connection finds it.",
                "Refused with ROWS_REMAIN while a row is not imported, also one that is over, and with NO_LEGACY_TABLE if there is no "
                        + "such table. Exit code: 0 if dropped, 2 if the command is not understood, 3 if it was refused or failed."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    static final class DropLegacy implements Callable<Integer> {

        @Mixin
        private MigratedDatabase database;

        @CommandLine.Spec
        private CommandLine.Model.CommandSpec spec;

        @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
        DropLegacy() {}

        @Override
        public Integer call() {
            return done(database, spec.commandLine(), "Dropped payment_outbox.", new LegacyOutbox()::drop);
        }
    }
}
