package dev.baton.server.operate;

import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a job is to be added, beside its type and its data. What is not said is as the type has it, where that is known. */
final class Wanted {

    @Option(
            names = "--version-of-data",
            paramLabel = "N",
            description = "Which version of the type's payload it is. Otherwise 1. A server knows it.")
    private @Nullable Integer version;

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "On this queue. Otherwise default, or what the server says of the type.")
    private @Nullable String queue;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "From -10 to 10, larger first. Otherwise 0, or what the server says of the type.")
    private @Nullable Integer priority;

    @Option(names = "--lane", paramLabel = "NAME", description = "In this lane, with its next number.")
    private @Nullable String lane;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description =
                    "With this unique key. To a server it is the Idempotency-Key; otherwise one is made, and printed.")
    private @Nullable String key;

    @Option(
            names = "--key-scope",
            paramLabel = "SCOPE",
            description = "What the type says of its keys, ${COMPLETION-CANDIDATES}. Otherwise FOREVER.")
    private @Nullable KeyScope scope;

    @Option(names = "--at", paramLabel = "TIME", description = "Not before this time, such as 2026-12-01T08:00:00Z.")
    private @Nullable Instant at;

    @Option(names = "--in", paramLabel = "DURATION", description = "Not before so much time has passed, such as PT15M.")
    private @Nullable Duration in;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    Wanted() {}

    /** The type of this name, for a database, which knows none. */
    JobType<String> type(String name) {
        return JobType.of(name, String.class)
                .version(version == null ? 1 : version)
                .keyScope(scope == null ? KeyScope.FOREVER : scope);
    }

    /** The job, for a database. */
    JobRequest<String> request(JobType<String> type, String json) {
        JobRequest<String> request = type.job(json);
        request = queue == null ? request : request.queue(queue);
        request = priority == null ? request : request.priority(priority);
        request = lane == null ? request : request.lane(lane);
        request = key == null ? request : request.uniqueKey(key);
        request = at == null ? request : request.at(at);
        return in == null ? request : request.in(in);
    }

    /** What to tell a server, which knows its types. */
    Map<String, Object> fields(InstantSource clock) {
        if (version != null || scope == KeyScope.ACTIVE) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A server knows the version of its types, and a key means one job for ever there: --version-of-data and "
                            + "--key-scope ACTIVE are for a database.");
        } else if (at != null && in != null) {
            throw new ParameterException(spec.commandLine(), "Say --at or --in, and not both.");
        }
        var fields = new LinkedHashMap<String, Object>();
        putUnlessNull(fields, "queue", queue);
        putUnlessNull(fields, "priority", priority);
        putUnlessNull(fields, "lane", lane);
        putUnlessNull(fields, "run_at", at == null ? null : at.toString());
        putUnlessNull(
                fields, "run_at", in == null ? null : clock.instant().plus(in).toString());
        return fields;
    }

    private static void putUnlessNull(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    Optional<String> key() {
        return Optional.ofNullable(key);
    }
}
