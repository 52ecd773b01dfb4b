package dev.baton.server.operate;

import dev.baton.job.BatonException;
import dev.baton.server.client.Told;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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
            "To a server the key, or one that is made and printed, is the Idempotency-Key: if an answer is lost, the same is asked for "
                    + "again, and the job is added once.",
            "",
            "Examples:",
            "  ./baton enqueue --file app.db receipt.send '{\"orderId\":\"42\",\"email\":\"a@b.c\"}' --key order-42",
            "  generate | ./baton enqueue --file app.db report.make - --lane reports --in PT1H",
            "  ./baton enqueue --server https://jobs.example.com --token-file ~/.baton-token receipt.send --from receipt.json"
        })
public final class EnqueueCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "TYPE", description = "The name of its type.")
    private String type;

    @Parameters(index = "1", arity = "0..1", paramLabel = "JSON", description = "Its data, or - for standard input.")
    private @Nullable String data;

    @Option(names = "--from", paramLabel = "FILE", description = "Its data is in this file.")
    private @Nullable Path from;

    @Mixin
    private OperatedPlace place;

    @Mixin
    private Wanted wanted;

    @Mixin
    private Shown shown;

    @CommandLine.Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    EnqueueCommand() {}

    @Override
    public Integer call() {
        return place.with(jobs -> {
            Told added = jobs.enqueue(type, text(), wanted);
            if (shown.isJson()) {
                shown.json(added.fields());
            } else {
                shown.line(added.text("id") + " " + added.text("answer") + " "
                        + added.text("state").toLowerCase(Locale.ROOT));
            }
            return 0;
        });
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
