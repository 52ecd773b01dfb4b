package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.server.PostgresAddress;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.ToIntFunction;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The place whose jobs a command is about: a database, or a server. What an option says goes before what the environment says. */
final class OperatedPlace {

    private static final long PAUSE_MILLIS = 1_000;

    @Mixin
    private OperatedServer server;

    @Mixin
    private OperatedDatabase database;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    OperatedPlace() {}

    /** Does this there. Answers the exit code; what went wrong is told by then. */
    int with(ToIntFunction<Place> work) {
        return isServer()
                ? server.ask(client -> work.applyAsInt(
                        new ServerPlace(client, InstantSource.system(), OperatedPlace::pause, this::tellAside)))
                : database.with(work);
    }

    /** Is it a server? */
    boolean isServer() {
        try {
            return isServer(server.isNamed(), database.isNamed(), System.getenv());
        } catch (BatonException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    /** The same, by which of them an option names, and by these variables. */
    static boolean isServer(boolean server, boolean database, Map<String, String> environment) {
        if (server && database) {
            throw new BatonException(
                    "TWO_PLACES", "Jobs are in one place: say --server, or --url or --file for a database.");
        } else if (server || database) {
            return server;
        }
        boolean serverThere = OperatedServer.named(environment).isPresent();
        boolean databaseThere = PostgresAddress.named(environment).isPresent();
        if (serverThere && databaseThere) {
            throw new BatonException(
                    "TWO_PLACES", "The environment names a server and a database: say --server, --url or --file.");
        } else if (!serverThere && !databaseThere) {
            throw new BatonException(
                    "NO_PLACE", "Say where the jobs are: --file for SQLite, --url for PostgreSQL, or --server.");
        }
        return serverThere;
    }

    OperatedServer server() {
        return server;
    }

    OperatedDatabase database() {
        return database;
    }

    private void tellAside(String what) {
        spec.commandLine().getErr().println("baton: " + what);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
