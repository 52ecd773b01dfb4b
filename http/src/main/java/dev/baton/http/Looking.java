package dev.baton.http;

import dev.baton.Baton;
import dev.baton.Untyped;
import dev.baton.internal.show.JobFields;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.observe.Reason;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.Switch;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** Answers questions about jobs. */
final class Looking {

    static final int PAGE = 50;
    static final int PAGE_MAX = 1_000;

    Answer list(Call call) {
        Baton engine = call.engine();
        Query query = call.query();
        JobFilter filter = filter(query::text);
        int limit = query.whole("limit", PAGE, PAGE_MAX);
        Optional<JobId> after = query.text("after").map(Looking::cursor);
        List<JobView> jobs = after.isPresent() ? engine.list(filter, after.get(), limit) : engine.list(filter, limit);
        var fields = new LinkedHashMap<String, Object>();
        // Each result may have 256 Ki characters; a thousand of them are more than an answer can hold.
        fields.put("jobs", jobs.stream().map(job -> fields(job, false)).toList());
        if (jobs.size() == limit) {
            fields.put("next", jobs.get(limit - 1).id().toString());
        }
        return Answer.ok(fields);
    }

    Answer one(Call call) {
        return Answer.ok(fields(found(call), call.caller().may(Role.PAYLOAD_VIEWER)));
    }

    private static Map<String, Object> fields(JobView job, boolean results) {
        Map<String, Object> fields = JobFields.of(job);
        job.last().ifPresent(last -> fields.put("last", JobFields.of(last, results)));
        return fields;
    }

    Answer attempts(Call call) {
        JobId job = found(call).id();
        boolean results = call.caller().may(Role.PAYLOAD_VIEWER);
        return Answer.ok(Map.of(
                "attempts",
                call.engine().attempts(job).stream()
                        .map(attempt -> JobFields.of(attempt, results))
                        .toList()));
    }

    Answer why(Call call) {
        List<Reason> reasons = call.engine().why(call.job());
        if (reasons.stream().anyMatch(reason -> reason.cause() == Reason.Cause.UNKNOWN_JOB)) {
            throw unknown();
        }
        return Answer.ok(Map.of("reasons", reasons.stream().map(Looking::fields).toList()));
    }

    private static Map<String, Object> fields(Reason reason) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("cause", reason.cause().name());
        fields.put("text", reason.text());
        fields.put("remedy", reason.remedy());
        return fields;
    }

    Answer payload(Call call) {
        Untyped.Seen seen = Untyped.of(call.engine()).payload(call.job()).orElseThrow(Looking::unknown);
        var fields = new LinkedHashMap<String, Object>();
        seen.json().ifPresent(json -> fields.put("json", json));
        fields.put("sha256", seen.sha256());
        fields.put("removed", seen.removed());
        return Answer.ok(fields);
    }

    private static JobView found(Call call) {
        return call.engine().find(call.job()).orElseThrow(Looking::unknown);
    }

    /** The same whatever the reason: that a job was there is nobody's business. */
    static Refusal unknown() {
        return new Refusal(Problem.of(Code.NOT_FOUND, "There is no such job."));
    }

    /** Which jobs are meant. Names are looked at as they are when they are given to something. */
    static JobFilter filter(Function<String, Optional<String>> said) {
        JobFilter filter = JobFilter.ALL;
        filter = narrowed(filter, said, "queue", JobFilter::queue, Switch::queue);
        filter = narrowed(filter, said, "type", JobFilter::type, Switch::type);
        filter = narrowed(filter, said, "lane", JobFilter::lane, Switch::lane);
        filter = narrowed(filter, said, "code", JobFilter::code, Switch::lane);
        Optional<JobState> state = said.apply("state").map(Looking::state);
        return state.isPresent() ? filter.state(state.get()) : filter;
    }

    private static JobFilter narrowed(
            JobFilter filter,
            Function<String, Optional<String>> said,
            String name,
            BiFunction<JobFilter, String, JobFilter> by,
            Consumer<String> check) {
        Optional<String> value = said.apply(name);
        try {
            value.ifPresent(check);
        } catch (BatonException e) {
            throw Query.bad(name, "No " + name + " is called like this.");
        }
        return value.isPresent() ? by.apply(filter, value.get()) : filter;
    }

    private static JobState state(String name) {
        return Arrays.stream(JobState.values())
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Query.bad(
                        "state",
                        "A state is one of "
                                + Arrays.stream(JobState.values())
                                        .map(Enum::name)
                                        .toList() + "."));
    }

    static JobId cursor(String text) {
        try {
            return JobId.parse(text);
        } catch (BatonException e) {
            throw Query.bad("after", "It is what another page gave as next.");
        }
    }
}
