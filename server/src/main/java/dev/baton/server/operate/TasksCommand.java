package dev.baton.server.operate;

import dev.baton.job.JacksonCodec;
import dev.baton.server.client.ServiceClient;
import dev.baton.server.client.Told;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code baton tasks}. */
@Command(
        name = "tasks",
        description = {
            "The tasks that a process keeps alive, as they stand: asked of a server, as tasks are in its memory and in no database."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0, 1 if there was nothing to restart or to stop, 2 if the command is not understood, 3 if it was refused or "
                    + "failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton tasks --server http://localhost:7070",
            "  ./baton tasks --server https://jobs.example.com --token-file ~/.baton-token --restart watch-prices --reason stuck"
        })
public final class TasksCommand implements Callable<Integer> {

    @Mixin
    private OperatedServer server;

    @Option(
            names = "--restart",
            paramLabel = "TASK",
            description = "Have this one start afresh, whatever it is doing, dead or not.")
    private @Nullable String restarted;

    @Option(names = "--kill", paramLabel = "TASK", description = "Stop this one for good.")
    private @Nullable String killed;

    @Mixin
    private Asker asker;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    private final JacksonCodec codec = new JacksonCodec();

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    TasksCommand() {}

    /** Who names a database is told why it cannot help. */
    @Option(
            names = {"--file", "--url"},
            hidden = true)
    @SuppressWarnings("DoNotCallSuggester") // picocli does, and has to
    void refuse(String database) {
        throw new ParameterException(
                spec.commandLine(),
                "Tasks are in the memory of a process, and in no database: name the process that keeps them with --server.");
    }

    @Override
    public Integer call() {
        if (restarted != null && killed != null) {
            throw new ParameterException(spec.commandLine(), "Say --restart or --kill, and not both.");
        }
        return server.ask(client -> {
            if (restarted != null) {
                return act(client, "restart", restarted);
            }
            return killed == null ? list(client) : act(client, "kill", killed);
        });
    }

    private int list(ServiceClient client) {
        List<Told> tasks = client.get("/tasks", Map.of()).list("tasks");
        if (shown.isJson()) {
            tasks.forEach(task -> shown.json(task.fields()));
        } else {
            shown.table(
                    List.of("task", "state", "runs", "restarts", "abandoned", "failure"),
                    tasks.stream().map(TasksCommand::row).toList());
        }
        return 0;
    }

    private static List<String> row(Told task) {
        return List.of(
                task.required("name"),
                task.text("state").toLowerCase(Locale.ROOT),
                task.text("runs"),
                task.text("restarts"),
                task.text("abandoned"),
                task.maybe("last_failure").orElse(task.truth("failed") ? "yes; why is for admins" : ""));
    }

    private int act(ServiceClient client, String act, String task) {
        var body = new LinkedHashMap<String, Object>();
        body.put("name", task);
        asker.reason().ifPresent(reason -> body.put("reason", reason));
        boolean done = client.post("/tasks/" + act, codec.encode(body)).truth("done");
        var fields = new LinkedHashMap<String, Object>();
        fields.put("task", task);
        fields.put("result", done ? "APPLIED" : "NOTHING_TO_DO");
        shown.words(fields);
        return done ? 0 : ExitCodes.REFUSED;
    }
}
