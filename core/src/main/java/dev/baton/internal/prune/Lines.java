package dev.baton.internal.prune;

import dev.baton.job.JacksonCodec;
import dev.baton.job.JobId;
import dev.baton.job.PayloadCodec;
import dev.baton.store.AttemptView;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.Payload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job as lines of JSON, one for each entry of its past. Each says all that is known of the job, too. */
final class Lines {

    private static final PayloadCodec JSON = new JacksonCodec();

    private Lines() {}

    static List<String> of(JobStore store, JobId id, boolean withPayload) {
        Optional<JobView> found = store.find(id, store.clock().instant());
        Optional<Payload> payload = store.payload(id);
        if (found.isEmpty() || payload.isEmpty()) {
            return List.of();
        }
        Map<String, Object> job = ofJob(found.get(), payload.get(), withPayload);
        List<AttemptView> past = store.attempts(id);
        var lines = new ArrayList<String>();
        for (int i = 0; i < past.size(); i++) {
            var line = new LinkedHashMap<>(job);
            line.put("entry", i + 1);
            line.put("of", past.size());
            add(line, past.get(i));
            lines.add(JSON.encode(line));
        }
        return lines;
    }

    private static Map<String, Object> ofJob(JobView job, Payload payload, boolean withPayload) {
        var line = new LinkedHashMap<String, Object>();
        line.put("job", job.id().toString());
        line.put("type", job.route().type());
        line.put("version", job.route().version());
        line.put("queue", job.route().queue());
        job.route().limitKey().ifPresent(key -> line.put("limit_key", key));
        line.put("label", job.label());
        line.put("priority", job.facts().priority());
        job.facts().key().ifPresent(key -> line.put("key", key));
        job.facts().turn().ifPresent(turn -> {
            line.put("lane", turn.lane());
            line.put("turn", turn.sequence());
        });
        job.facts().replaces().ifPresent(other -> line.put("replaces", other.toString()));
        line.put("created_at", job.facts().createdAt().toString());
        line.put("state", job.standing().state().name());
        line.put("payload_sha256", payload.sha256());
        if (payload.isRedacted()) {
            line.put("redacted", true);
        } else if (withPayload) {
            line.put("payload", payload.json());
        }
        return line;
    }

    private static void add(Map<String, Object> line, AttemptView attempt) {
        line.put("number", attempt.number());
        line.put("fence", attempt.fence());
        attempt.node().ifPresent(node -> line.put("node", node.value().toString()));
        line.put("kind", attempt.kind().name());
        line.put("code", attempt.detail().code());
        line.put("message", attempt.detail().message());
        attempt.detail().result().ifPresent(result -> line.put("result", result));
        attempt.detail().facts().ifPresent(facts -> line.put("facts", facts));
        line.put("claimed_at", attempt.claimedAt().toString());
        line.put("ended_at", attempt.endedAt().toString());
    }
}
