package dev.baton.http;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.Inserted;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleView;
import dev.baton.store.Switch;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.TaskStatus;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/** What is steered beside jobs: switches, tasks and schedules. */
final class Steering {

    private static final int TIMES = 10;
    private static final int FAILURE_MAX = 500;

    Answer switches(Call call) {
        return off(call.engine());
    }

    Answer turnOff(Call call) {
        Baton engine = call.engine();
        Fields body = call.body();
        engine.turnOff(named(body), call.by(body));
        return offNow(engine);
    }

    Answer turnOn(Call call) {
        Baton engine = call.engine();
        Fields body = call.body();
        engine.turnOn(named(body), call.by(body));
        return offNow(engine);
    }

    /** After a change: that it cannot be looked at does not mean that it was not made. */
    private static Answer offNow(Baton engine) {
        try {
            return off(engine);
        } catch (BatonException e) {
            throw new Refusal(
                    Problem.of(
                            Code.OUTCOME_UNKNOWN,
                            "It was done, and what is off now cannot be told. Look again; to send the same again does no harm."));
        }
    }

    private static Switch named(Fields body) {
        String kind = body.text("kind");
        return Arrays.stream(Switch.Kind.values())
                .filter(each -> each.name().equals(kind))
                .findFirst()
                .map(each -> new Switch(each, body.text("name")))
                .orElseThrow(() ->
                        Fields.bad("kind", "A switch is a PAUSE, or of a QUEUE, a TYPE or a LANE; nothing changed."));
    }

    private static Answer off(Baton engine) {
        return Answer.ok(
                Map.of("off", engine.switches().stream().map(Steering::fields).toList()));
    }

    private static Map<String, Object> fields(Switch each) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("kind", each.kind().name());
        fields.put("name", each.name());
        return fields;
    }

    Answer tasks(Call call) {
        boolean failures = call.caller().may(Role.ADMIN);
        return Answer.ok(Map.of(
                "tasks",
                call.engine().tasks().statuses().values().stream()
                        .map(task -> fields(task, failures))
                        .toList()));
    }

    private static Map<String, Object> fields(TaskStatus task, boolean failures) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", task.task());
        fields.put("state", task.state().name());
        fields.put("runs", task.runs());
        fields.put("restarts", task.restarts());
        fields.put("abandoned", task.abandoned());
        fields.put("failed", task.lastFailure().isPresent());
        if (failures) {
            task.lastFailure()
                    .ifPresent(failure -> fields.put("last_failure", LogText.of(failure.toString(), FAILURE_MAX)));
        }
        return fields;
    }

    /** A task is in memory, and so is what is done to it: it is told in the log, with who asked. */
    Handler task(BiPredicate<Supervisor, String> act) {
        return call -> {
            Supervisor tasks = call.engine().tasks();
            Fields body = call.body();
            String name = body.text("name");
            By by = call.by(body);
            if (tasks.status(name).isEmpty()) {
                throw new Refusal(
                        Problem.of(Code.NOT_FOUND, "There is no such task in this process; nothing changed."));
            }
            boolean done = act.test(tasks, name);
            Acts.told(call, name, by, done);
            return Answer.ok(Map.of("done", done));
        };
    }

    Answer schedules(Call call) {
        Baton engine = call.engine();
        Query query = call.query();
        int limit = query.whole("limit", Looking.PAGE, Looking.PAGE_MAX);
        Optional<String> after = query.text("after");
        List<ScheduleView> page = after.isPresent()
                ? engine.schedules().list(after.get(), limit)
                : engine.schedules().list(limit);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("schedules", page.stream().map(Steering::fields).toList());
        if (page.size() == limit) {
            fields.put("next", page.get(limit - 1).name());
        }
        return Answer.ok(fields);
    }

    Answer schedule(Call call) {
        return Answer.ok(fields(call.engine()
                .schedules()
                .find(call.path("name"))
                .orElseThrow(() -> new Refusal(Problem.of(Code.NOT_FOUND, "There is no such schedule.")))));
    }

    private static Map<String, Object> fields(ScheduleView schedule) {
        ScheduleDefinition definition = schedule.definition();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", definition.name());
        fields.put("timing", definition.rules().timing());
        fields.put("catch_up", definition.rules().catchUp());
        fields.put("overlap", definition.rules().overlap());
        fields.put("type", definition.job().route().type());
        fields.put("queue", definition.job().route().queue());
        definition.job().lane().ifPresent(lane -> fields.put("lane", lane));
        fields.put("in_code", definition.inCode());
        fields.put("paused", schedule.paused());
        fields.put("revision", schedule.revision());
        schedule.nextAt().map(Instant::toString).ifPresent(time -> fields.put("next_at", time));
        schedule.last().fireTime().map(Instant::toString).ifPresent(time -> fields.put("last_fire_time", time));
        schedule.last().job().map(JobId::toString).ifPresent(job -> fields.put("last_job", job));
        return fields;
    }

    Answer times(Call call) {
        Baton engine = call.engine();
        int count = call.query().whole("limit", TIMES, Looking.PAGE_MAX);
        List<Instant> times = engine.schedules().fireTimes(call.path("name"), count);
        return Answer.ok(Map.of("times", times.stream().map(Instant::toString).toList()));
    }

    /** Pauses or resumes one. */
    Handler schedule(BiFunction<Baton, Named, Answer> act) {
        return call -> {
            Baton engine = call.engine();
            return act.apply(engine, new Named(call.path("name"), call.by(call.body())));
        };
    }

    /** A schedule, and who asks something of it. */
    record Named(String name, By by) {}

    static Answer pause(Baton engine, Named schedule) {
        return Acting.done(engine.schedules().pause(schedule.name(), schedule.by()));
    }

    static Answer resume(Baton engine, Named schedule) {
        return Acting.done(engine.schedules().resume(schedule.name(), schedule.by()));
    }

    static Answer runNow(Baton engine, Named schedule) {
        Inserted inserted = engine.schedules().runNow(schedule.name(), schedule.by());
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", inserted.id().toString());
        fields.put("state", inserted.state().name());
        fields.put("answer", inserted.answer().name());
        fields.put("created_at", inserted.createdAt().toString());
        return Answer.ok(fields);
    }
}
