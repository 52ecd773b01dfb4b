package dev.baton.internal.show;

import dev.baton.store.AttemptView;
import dev.baton.store.JobView;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What there is to say of jobs and attempts, by name, in the order in which it is read. What is not there is left out; payloads never are there. */
public final class JobFields {

    private JobFields() {}

    /** A job, without its attempts; the caller may add to it. */
    public static Map<String, Object> of(JobView job) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", job.id().toString());
        fields.put("state", job.standing().state().name());
        fields.put("type", job.route().type());
        fields.put("version", job.route().version());
        fields.put("queue", job.route().queue());
        put(fields, "limit_key", job.route().limitKey());
        fields.put("label", job.label());
        fields.put("priority", job.facts().priority());
        job.facts().turn().ifPresent(turn -> {
            fields.put("lane", turn.lane());
            fields.put("number", turn.sequence());
        });
        put(fields, "key", job.facts().key());
        fields.put("created_at", job.facts().createdAt().toString());
        put(fields, "due_at", job.standing().dueAt().map(Instant::toString));
        fields.put("attempts", job.standing().tally().attempts());
        fields.put("failures", job.standing().tally().failures());
        fields.put("lost", job.standing().tally().lost());
        job.standing().hold().ifPresent(hold -> putHold(fields, hold));
        put(fields, "replaces", job.facts().replaces().map(Object::toString));
        put(fields, "replaced_by", job.replacedBy().map(Object::toString));
        return fields;
    }

    private static void putHold(Map<String, Object> fields, JobView.Hold hold) {
        fields.put("node", hold.owner().toString());
        fields.put("fence", hold.fence());
        fields.put("claimed_at", hold.claimedAt().toString());
        if (hold.cancelWanted()) {
            fields.put("cancel_wanted", true);
        }
        hold.progress().ifPresent(mark -> {
            fields.put("progress_done", mark.done());
            fields.put("progress_total", mark.total());
            fields.put("progress_text", mark.text());
        });
    }

    /** An attempt; what its handler answered only for those who may see payloads. */
    public static Map<String, Object> of(AttemptView attempt, boolean results) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("attempt", attempt.number());
        fields.put("kind", attempt.kind().name());
        put(fields, "code", Optional.of(attempt.detail().code()).filter(code -> !code.isEmpty()));
        put(fields, "message", Optional.of(attempt.detail().message()).filter(text -> !text.isEmpty()));
        if (results) {
            put(fields, "result", attempt.detail().result());
            put(fields, "facts", attempt.detail().facts());
        }
        fields.put("fence", attempt.fence());
        put(fields, "node", attempt.node().map(Object::toString));
        fields.put("claimed_at", attempt.claimedAt().toString());
        fields.put("ended_at", attempt.endedAt().toString());
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, Optional<String> value) {
        value.ifPresent(there -> fields.put(name, there));
    }
}
