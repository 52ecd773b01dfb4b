package dev.baton.server;

import dev.baton.outbox.http.HttpCalls;
import dev.baton.server.operate.ActCommand;
import dev.baton.server.operate.DecideCommand;
import dev.baton.server.operate.DoctorCommand;
import dev.baton.server.operate.EnqueueCommand;
import dev.baton.server.operate.ExportCommand;
import dev.baton.server.operate.LanesCommand;
import dev.baton.server.operate.ListCommand;
import dev.baton.server.operate.PauseCommand;
import dev.baton.server.operate.RestoredCommand;
import dev.baton.server.operate.ShowCommand;
import dev.baton.server.operate.TasksCommand;
import dev.baton.server.operate.WhyCommand;
import dev.baton.server.serve.ServeCommand;
import dev.baton.server.serve.TokenCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.ObjectInputFilter;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The program behind {@code ./baton}: finds the command, runs it, and exits with its code. */
@Command(
        name = "baton",
        description = "A durable work engine for the JVM that lives in the application's own database.",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        subcommands = {
            DemoCommand.class,
            TokenCommand.class,
            EnqueueCommand.class,
            ListCommand.class,
            ShowCommand.class,
            WhyCommand.class,
            LanesCommand.class,
            TasksCommand.class,
            DoctorCommand.class,
            MigrateCommand.class,
            RestoredCommand.class,
            VerifyCommand.class,
            ExportCommand.class,
            OutboxCommand.class,
            BenchCommand.class,
            HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "New here? Run: ./baton demo"})
public final class Main implements Runnable {

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    private Main() {}

    /** Runs one command. */
    public static void main(String[] args) {
        refuseSerialisedObjects();
        HttpCalls.pinAddresses(); // before anything makes a request
        // Whatever the JVM thinks of this terminal: the launcher has looked, and asks for plain letters where needed.
        var out = new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8);
        var err = new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8);
        int exitCode = commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(args);
        System.exit(exitCode);
    }

    /** Nothing here is made of serialised objects, so whatever comes as one means harm. From now on, everywhere in this process. */
    static void refuseSerialisedObjects() {
        ObjectInputFilter.Config.setSerialFilter(any -> ObjectInputFilter.Status.REJECTED);
    }

    static CommandLine commandLine() {
        var program = new CommandLine(new Main());
        ServeCommand.addTo(program);
        ActCommand.addTo(program);
        DecideCommand.addTo(program);
        PauseCommand.addTo(program);
        return program.setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Without a command: says what there is. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** The version of this build. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Main.class.getPackage().getImplementationVersion();
            return new String[] {"baton " + (version == null ? "(not packaged)" : version)};
        }
    }
}
