package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.store.Inserted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code baton enqueue}. */
@Command(
        name = "enqueue",
        description = "Adds a job for a program that handles its type. It is stored when this ends.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Exit code: 0 if it is there, also if its key was taken by an earlier one; 2 if the command is not understood, 3 if it was "
                    + "refused or failed; a code and what to do are then on standard error.",
            "",
            "Examples:",
            "  ./baton enqueue --file app.db receipt.send '{\"orderId\":\"42\",\"email\":\"a@b.c\"}' --key order-42",
            "  generate | ./baton enqueue --file app.db report.make - --lane reports --in PT1H"
        })
public final class EnqueueCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "TYPE", description = "The name of its type.")
    private String type;

    @Parameters(index = "1", arity = "0..1", paramLabel = "JSON", description = "Its data, or - for standard input.")
    private @Nullable String data;

    @Option(names = "--from", paramLabel = "FILE", description = "Its data is in this file.")
    private @Nullable Path from;

    @Mixin
    private OperatedDatabase database;

    @Option(
            names = "--version-of-data",
            paramLabel = "N",
            description = "Which version of the type's payload it is. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "1")
    private int version;

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "On this queue. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "default")
    private String queue;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "From -10 to 10, larger first. Otherwise 0.",
            defaultValue = "0")
    private int priority;

    @Option(names = "--lane", paramLabel = "NAME", description = "In this lane, with its next number.")
    private @Nullable String lane;

    @Option(names = "--key", paramLabel = "KEY", description = "With this unique key.")
    private @Nullable String key;

    @Option(
            names = "--key-scope",
            paramLabel = "SCOPE",
            description = "What the type says of its keys, ${COMPLETION-CANDIDATES}. Otherwise ${DEFAULT-VALUE}.",
            defaultValue = "FOREVER")
    private KeyScope scope;

    @Option(names = "--at", paramLabel = "TIME", description = "Not before this time, such as 2026-12-01T08:00:00Z.")
    private @Nullable Instant at;

    @Option(names = "--in", paramLabel = "DURATION", description = "Not before so much time has passed, such as PT15M.")
    private @Nullable Duration in;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    EnqueueCommand() {}

    @Override
    public Integer call() {
        JobType<String> raw;
        try {
            raw = JobType.of(type, String.class).version(version).keyScope(scope);
        } catch (BatonException e) {
            return database.with(baton -> {
                throw e;
            });
        }
        return database.with(setup -> setup.codec(new RawJson()).enqueues(raw), baton -> {
            Inserted inserted = baton.enqueue(request(raw));
            if (shown.isJson()) {
                var fields = new LinkedHashMap<String, Object>();
                fields.put("id", inserted.id().toString());
                fields.put("answer", inserted.answer().name());
                fields.put("state", inserted.state().name());
                shown.json(fields);
            } else {
                shown.out().println(inserted.id() + " " + inserted.answer() + " " + inserted.state());
            }
            return 0;
        });
    }

    private JobRequest<String> request(JobType<String> raw) {
        JobRequest<String> request = raw.job(text()).queue(queue).priority(priority);
        request = lane == null ? request : request.lane(lane);
        request = key == null ? request : request.uniqueKey(key);
        request = at == null ? request : request.at(at);
        return in == null ? request : request.in(in);
    }

    private String text() {
        if ((data == null) == (from == null)) {
            throw new ParameterException(
                    spec.commandLine(), "Give its data: as JSON, as - for standard input, or with --from.");
        }
        try {
            if (from != null) {
                return Files.readString(from).strip();
            }
            String given = Objects.requireNonNull(data);
            return given.equals("-") ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8).strip() : given;
        } catch (IOException e) {
            throw new BatonException("NO_FILE", "The data cannot be read, and nothing was stored: " + e);
        }
    }
}
