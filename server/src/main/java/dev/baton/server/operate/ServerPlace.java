package dev.baton.server.operate;

import dev.baton.internal.operate.Explaining;
import dev.baton.job.BatonException;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.server.client.NoAnswerException;
import dev.baton.server.client.NotBatonException;
import dev.baton.server.client.ServiceClient;
import dev.baton.server.client.ServiceRefusal;
import dev.baton.server.client.Told;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Switch;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A service, asked over HTTP. It knows its types, who asks by the token, and what that one may see. */
final class ServerPlace implements Place {

    private static final int TRIES = 3;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final ServiceClient client;
    private final InstantSource clock;
    private final Runnable pause;
    private final Consumer<String> aside;
    private final JacksonCodec codec = new JacksonCodec();

    /**
     * This one.
     *
     * @param pause how long it waits before it asks a third time for what it had no answer to
     * @param aside for what is to be known besides the answer
     */
    ServerPlace(ServiceClient client, InstantSource clock, Runnable pause, Consumer<String> aside) {
        this.client = client;
        this.clock = clock;
        this.pause = pause;
        this.aside = aside;
    }

    /**
     * Under a key, whether somebody gave it or not: if an answer is lost, the same is asked for again, and added once.
     */
    @Override
    public Told enqueue(String type, String json, Wanted wanted) {
        Map<String, Object> fields = wanted.fields(clock);
        String payload = new RawJson().encode(json);
        fields.put("type", type);
        Optional<String> given = wanted.key();
        String key = given.orElseGet(() -> "baton-enqueue-" + UUID.randomUUID());
        if (given.isEmpty()) {
            aside.accept("with --key " + key + ": should this be interrupted, send the same again with it");
        }
        fields.put("idempotency_key", key);
        String head = codec.encode(fields);
        // As it was written: its hash is the same wherever it came in.
        Told answer = added(head.substring(0, head.length() - 1) + ",\"payload\":" + payload + "}", key);
        var shown = new LinkedHashMap<String, Object>();
        List.of("id", "answer", "state").forEach(name -> shown.put(name, answer.required(name)));
        return new Told(shown);
    }

    private Told added(String body, String key) {
        BatonException unknown = null;
        for (int tried = 1; ; tried++) {
            try {
                return client.post("/jobs", body);
            } catch (BatonException e) {
                boolean lost = e instanceof NoAnswerException || e.code().equals("OUTCOME_UNKNOWN");
                if (unknown == null && !lost) {
                    throw e; // nothing was stored, by this request or an earlier one
                }
                unknown = unknown == null || lost ? e : unknown;
                if (tried == TRIES) {
                    throw new BatonException(
                            "OUTCOME_UNKNOWN",
                            "It was added, or it was not: asked " + TRIES + " times, the last time " + e.code()
                                    + ". Send the same again with --key " + key + "; it is added once.",
                            unknown);
                }
                aside.accept("no answer; asking again with the same key");
                if (tried > 1) {
                    pause.run();
                }
            }
        }
    }

    @Override
    public List<Told> list(JobFilter filter, Optional<JobId> after, int limit) {
        var query = new LinkedHashMap<>(named(filter));
        after.ifPresent(job -> query.put("after", job.toString()));
        query.put("limit", String.valueOf(limit));
        return client.get("/jobs", query).list("jobs");
    }

    private static Map<String, String> named(JobFilter filter) {
        var named = new LinkedHashMap<String, String>();
        filter.queue().ifPresent(name -> named.put("queue", name));
        filter.type().ifPresent(name -> named.put("type", name));
        filter.state().ifPresent(state -> named.put("state", state.name()));
        filter.lane().ifPresent(name -> named.put("lane", name));
        filter.code().ifPresent(code -> named.put("code", code));
        return named;
    }

    /** The hash of its data is for those who may see the data, and so asked for with that alone. */
    @Override
    public Optional<Told> find(JobId job, boolean payload) {
        return known(() -> {
            var fields = new LinkedHashMap<>(get(job, "").fields());
            fields.remove("last"); // it is among its attempts
            if (payload) {
                Told data = get(job, "/payload");
                fields.put("payload_sha256", data.required("sha256"));
                fields.put(
                        "payload",
                        data.truth("removed")
                                ? "(removed)"
                                : data.maybe("json")
                                        .orElse("(not shown: the server does not know what of it is sensitive)"));
            }
            return new Told(fields);
        });
    }

    private Told get(JobId job, String what) {
        return client.get("/jobs/" + job + what, Map.of());
    }

    @Override
    public List<Told> attempts(JobId job) {
        return get(job, "/attempts").list("attempts");
    }

    @Override
    public List<Told> why(JobId job) {
        return known(() -> get(job, "/why").list("reasons"))
                .orElseGet(() -> Explaining.unknown(job).stream()
                        .map(DatabasePlace::told)
                        .toList());
    }

    @Override
    public Told act(Act act, JobId job, Asker asker) {
        String body = codec.encode(reason(asker));
        try {
            Told done = known(() -> client.post("/jobs/" + job + "/" + name(act), body))
                    .orElseGet(() -> new Told(Map.of("result", "NOT_FOUND")));
            return new Told(picked(done, "result", "before", "after"));
        } catch (ServiceRefusal e) {
            if (e.status() != CONFLICT) {
                throw e;
            }
            var fields = new LinkedHashMap<String, Object>();
            fields.put("result", e.code());
            e.more("state").ifPresent(state -> fields.put("state", state.toLowerCase(Locale.ROOT)));
            return new Told(fields);
        }
    }

    private static Map<String, Object> picked(Told told, String... names) {
        var fields = new LinkedHashMap<String, Object>();
        Arrays.stream(names).forEach(name -> told.maybe(name).ifPresent(value -> fields.put(name, value)));
        return fields;
    }

    private static String name(Act act) {
        return act.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> reason(Asker asker) {
        var fields = new LinkedHashMap<String, Object>();
        asker.reason().ifPresent(reason -> fields.put("reason", reason));
        return fields;
    }

    @Override
    public Batch actOnAll(Act act, JobFilter filter, Optional<JobId> after, boolean dryRun, Asker asker) {
        Map<String, Object> fields = reason(asker);
        fields.put("filter", named(filter));
        fields.put("dry_run", dryRun);
        after.ifPresent(job -> fields.put("after", job.toString()));
        Told done = client.post("/jobs/actions/" + name(act), codec.encode(fields));
        return new Batch(
                counts(done, "applied"),
                counts(done, "refused"),
                done.maybe("next").map(JobId::parse));
    }

    private static Map<String, Integer> counts(Told done, String name) {
        var counts = new LinkedHashMap<String, Integer>();
        done.part(name)
                .orElseThrow(() -> new NotBatonException("its answer does not say what was " + name))
                .fields()
                .forEach((of, count) -> counts.put(of, count instanceof Integer whole ? whole : 0));
        return counts;
    }

    @Override
    public List<Switch> off() {
        return switches(client.get("/switches", Map.of()));
    }

    @Override
    public List<Switch> turn(Switch which, boolean off, Asker asker) {
        Map<String, Object> fields = reason(asker);
        fields.put("kind", which.kind().name());
        fields.put("name", which.name());
        return switches(client.post(off ? "/switches/off" : "/switches/on", codec.encode(fields)));
    }

    private static List<Switch> switches(Told answer) {
        return answer.list("off").stream()
                .map(each -> new Switch(kind(each.required("kind")), each.required("name")))
                .toList();
    }

    private static Switch.Kind kind(String name) {
        return Arrays.stream(Switch.Kind.values())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NotBatonException("it has a kind of switch that is not known here"));
    }

    /** Something about a job, if there is one; and not if there is no API under this path, where nothing is ever found. */
    private <T> Optional<T> known(Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (ServiceRefusal e) {
            if (e.status() != NOT_FOUND) {
                throw e;
            }
        }
        try {
            client.get("/startup", Map.of());
        } catch (ServiceRefusal e) {
            if (e.status() == NOT_FOUND) {
                throw new NotBatonException("there is nothing under its path /api/v1");
            }
        }
        return Optional.empty();
    }
}
