package dev.baton.http;

import dev.baton.Baton;
import dev.baton.Untyped;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.store.Inserted;
import dev.baton.store.KeyReusedException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Adds jobs, by the names of their types. Everything that is wrong with them is found before any of them is stored. */
final class Submitting {

    private static final int MOST = 10_000;
    private static final String KEY_HEADER = "Idempotency-Key";

    private final InstantSource clock;

    Submitting(InstantSource clock) {
        this.clock = clock;
    }

    Answer one(Call call) {
        Baton engine = call.engine();
        Fields fields = call.body();
        JobRequest<?> request = request(Untyped.of(engine), fields, call.header(KEY_HEADER));
        Inserted inserted = engine.enqueue(request);
        Answer answer = Answer.of(status(inserted), fields(request, inserted))
                .header("Location", call.locationOf(inserted.id()));
        return isRepeated(request, inserted) ? answer.header("Idempotency-Replayed", "true") : answer;
    }

    /** Was the same asked for before? Who has a key that is free again some day may have asked for something else. */
    private static boolean isRepeated(JobRequest<?> request, Inserted inserted) {
        return inserted.answer() == Inserted.Answer.EXISTING && request.type().keyScope() == KeyScope.FOREVER;
    }

    Answer many(Call call) {
        Baton engine = call.engine();
        if (call.header(KEY_HEADER).isPresent()) {
            throw Fields.bad("idempotency_key", "Each of many jobs has a key of its own; nothing was stored.");
        }
        List<String> items = call.body().elements("jobs");
        if (items.size() > MOST) {
            throw new Refusal(Problem.of(
                    Code.TOO_MANY,
                    "At most " + MOST + " jobs are added at once; nothing was stored. Send several requests."));
        }
        List<JobRequest<?>> requests = requests(Untyped.of(engine), items);
        List<Inserted> inserted = insert(engine, requests);
        var jobs = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < inserted.size(); i++) {
            jobs.add(fields(requests.get(i), inserted.get(i)));
        }
        return Answer.of(status(inserted), Map.of("jobs", jobs));
    }

    private List<JobRequest<?>> requests(Untyped engine, List<String> items) {
        var requests = new ArrayList<JobRequest<?>>();
        var wrong = new LinkedHashMap<Integer, Problem>();
        for (int i = 0; i < items.size(); i++) {
            try {
                requests.add(request(engine, Fields.of(Shapes.SUBMISSION, items.get(i)), Optional.empty()));
            } catch (Refusal e) {
                wrong.put(i, e.problem());
            } catch (BatonException e) {
                wrong.put(i, Problem.of(e));
            }
        }
        if (!wrong.isEmpty()) {
            throw new Refusal(refused(Code.BATCH_REFUSED.status(), Code.BATCH_REFUSED, wrong));
        }
        return requests;
    }

    private static List<Inserted> insert(Baton engine, List<JobRequest<?>> requests) {
        try {
            return engine.enqueueAll(requests);
        } catch (KeyReusedException e) {
            throw new Refusal(refused(Code.KEY_REUSED.status(), Code.KEY_REUSED, Map.of(e.index(), Problem.of(e))));
        }
    }

    private static Problem refused(int status, Code code, Map<Integer, Problem> wrong) {
        var items = new ArrayList<Map<String, Object>>();
        wrong.forEach((index, problem) -> items.add(problem.item(index, items.size() < Problem.DETAILS_MAX)));
        return Problem.of(
                        status,
                        code.name(),
                        "So many of the jobs cannot be added: " + wrong.size() + ". None was stored.")
                .with("items", items);
    }

    private JobRequest<?> request(Untyped engine, Fields fields, Optional<String> header) {
        Optional<String> forever = key(fields, header);
        JobRequest<?> request =
                job(engine, engine.type(fields.text("type")), forever.isPresent(), fields.raw("payload"));
        Optional<String> unique = forever.or(() -> fields.maybe("key"));
        request = unique.isPresent() ? request.uniqueKey(unique.get()) : request;
        Optional<String> queue = fields.maybe("queue");
        request = queue.isPresent() ? request.queue(queue.get()) : request;
        Optional<Integer> priority = fields.whole("priority");
        request = priority.isPresent() ? request.priority(priority.get()) : request;
        Optional<String> lane = fields.maybe("lane");
        request = lane.isPresent() ? request.lane(lane.get()) : request;
        Optional<String> limitKey = fields.maybe("limit_key");
        request = limitKey.isPresent() ? request.limitKey(limitKey.get()) : request;
        var time = fields.time("run_at");
        request = time.isPresent() ? request.at(time.get()) : request;
        request.dueAt(clock.instant()); // too late a time is found here, together with all that is wrong with others
        return request;
    }

    private static <P> JobRequest<P> job(Untyped engine, JobType<P> type, boolean forever, String json) {
        return engine.job(forever ? type.keyScope(KeyScope.FOREVER) : type, json);
    }

    private static Optional<String> key(Fields fields, Optional<String> header) {
        Optional<String> said = fields.maybe("idempotency_key");
        Optional<String> key = header.or(() -> said);
        boolean other = said.isPresent() && !said.equals(key);
        if (other || (key.isPresent() && fields.maybe("key").isPresent())) {
            throw Fields.bad("key", "A job has one key, and here are two; nothing was stored.");
        }
        return key;
    }

    private static int status(Inserted one) {
        return one.answer() != Inserted.Answer.EXISTING ? 201 : 200;
    }

    private static int status(List<Inserted> all) {
        return all.stream().mapToInt(Submitting::status).max().orElse(200);
    }

    private static Map<String, Object> fields(JobRequest<?> request, Inserted inserted) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", inserted.id().toString());
        fields.put("type", request.type().name());
        fields.put("state", inserted.state().name());
        fields.put("answer", inserted.answer().name());
        fields.put("created_at", inserted.createdAt().toString());
        inserted.turn().ifPresent(turn -> {
            fields.put("lane", turn.lane());
            fields.put("number", turn.sequence());
        });
        return fields;
    }
}
