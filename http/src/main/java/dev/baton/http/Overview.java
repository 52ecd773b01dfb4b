package dev.baton.http;

import dev.baton.Baton;
import dev.baton.Untyped;
import dev.baton.job.JobState;
import dev.baton.observe.StartupProgress;
import dev.baton.store.ActionView;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.LimitView;
import dev.baton.store.RouteCount;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** How it all stands: figures, nodes, lanes, limits, the start, and what operators did. */
final class Overview {

    private static final StartupProgress NOT_BEGUN = new StartupProgress(StartupProgress.Stage.BEFORE, List.of());

    private final Supplier<StartupProgress> starting;

    /** While there is no engine yet, this says how far its start is. */
    Overview(Supplier<StartupProgress> starting) {
        this.starting = starting;
    }

    static Supplier<StartupProgress> notBegun() {
        return () -> NOT_BEGUN;
    }

    Answer stats(Call call) {
        return Answer.ok(Map.of(
                "counts", call.engine().counts().stream().map(Overview::fields).toList()));
    }

    private static Map<String, Object> fields(RouteCount count) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("queue", count.route().queue());
        fields.put("type", count.route().type());
        fields.put("version", count.route().version());
        fields.put("state", count.state().name());
        fields.put("count", count.count());
        fields.put("more", count.more());
        return fields;
    }

    Answer types(Call call) {
        return Answer.ok(Map.of("types", List.copyOf(Untyped.of(call.engine()).types())));
    }

    Answer nodes(Call call) {
        return Answer.ok(Map.of(
                "nodes",
                Untyped.of(call.engine()).nodes().stream().map(Overview::fields).toList()));
    }

    private static Map<String, Object> fields(Untyped.Node node) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", node.id().toString());
        fields.put("beat", node.beat());
        fields.put("running", node.running());
        return fields;
    }

    /** Of the parked jobs, those that stand in a lane. */
    Answer lanes(Call call) {
        Baton engine = call.engine();
        var parked = new ArrayList<JobView>();
        boolean more = false;
        for (JobState state : List.of(JobState.HELD, JobState.DEAD)) {
            List<JobView> page = engine.list(JobFilter.ALL.state(state), Looking.PAGE_MAX);
            more |= page.size() == Looking.PAGE_MAX;
            page.stream().filter(job -> job.facts().turn().isPresent()).forEach(parked::add);
        }
        parked.sort(Comparator.comparing(JobView::id));
        var fields = new LinkedHashMap<String, Object>();
        fields.put("parked", parked.stream().map(Overview::parked).toList());
        fields.put("more", more);
        return Answer.ok(fields);
    }

    private static Map<String, Object> parked(JobView job) {
        var fields = new LinkedHashMap<String, Object>();
        job.facts().turn().ifPresent(turn -> {
            fields.put("lane", turn.lane());
            fields.put("number", turn.sequence());
        });
        fields.put("state", job.standing().state().name());
        fields.put("id", job.id().toString());
        fields.put("type", job.route().type());
        fields.put("label", job.label());
        job.last().ifPresent(last -> {
            fields.put("code", last.detail().code());
            fields.put("since", last.endedAt().toString());
        });
        return fields;
    }

    Answer limits(Call call) {
        return Answer.ok(Map.of(
                "limits",
                call.engine().limits().all().stream().map(Overview::fields).toList()));
    }

    private static Map<String, Object> fields(LimitView view) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kind", view.limit().kind().name());
        fields.put("name", view.limit().name());
        view.limit().atOnce().ifPresent(most -> fields.put("at_once", most));
        fields.put("in_use", view.inUse());
        view.limit().rate().ifPresent(rate -> {
            fields.put("tokens", rate.tokens());
            fields.put("period", rate.period().toString());
            fields.put("burst", rate.burst());
        });
        return fields;
    }

    /** Answered while it starts, too: that is when it is asked for. */
    Answer startup(Call call) {
        StartupProgress progress = call.maybeEngine().map(Baton::startup).orElseGet(starting);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("stage", progress.stage().name());
        fields.put("steps", progress.steps().stream().map(Overview::fields).toList());
        return Answer.ok(fields);
    }

    private static Map<String, Object> fields(StartupProgress.Step step) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("number", step.number());
        fields.put("labels", step.labels());
        fields.put("state", step.state().name());
        fields.put("jobs", step.jobs());
        fields.put("done", step.done());
        fields.put("since", step.since().toString());
        fields.put("took", step.took().toString());
        return fields;
    }

    Answer actions(Call call) {
        int limit = call.query().whole("limit", Looking.PAGE, Looking.PAGE_MAX);
        return Answer.ok(Map.of(
                "actions",
                call.engine().actions(limit).stream().map(Overview::fields).toList()));
    }

    private static Map<String, Object> fields(ActionView action) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("act", action.act());
        fields.put("target", action.target());
        Whence whence = Whence.parse(action.by().who());
        fields.put("who", whence.who());
        whence.from().ifPresent(from -> fields.put("from", from));
        whence.request().ifPresent(request -> fields.put("request_id", request));
        fields.put("why", action.by().why());
        fields.put("before", action.before());
        fields.put("after", action.after());
        fields.put("at", action.at().toString());
        return fields;
    }
}
