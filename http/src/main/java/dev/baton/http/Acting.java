package dev.baton.http;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Does to jobs what operators ask for: to one, or to all that fit. */
final class Acting {

    /** To one. */
    Handler one(Act act) {
        return call -> {
            Baton engine = call.engine();
            JobId job = call.job();
            By by = call.by(call.body());
            return done(command(engine, act, job, by));
        };
    }

    private static CommandResult command(Baton engine, Act act, JobId job, By by) {
        return switch (act) {
            case CANCEL -> engine.cancel(job, by);
            case KILL -> engine.kill(job, by);
            case RETRY -> engine.retry(job, by);
            case RELEASE -> engine.release(job, by);
            case CONFIRM -> engine.confirm(job, by);
            case SKIP -> engine.skip(job, by);
            case DISCARD -> engine.discard(job, by);
            case REDACT -> engine.redact(job, by);
        };
    }

    /** What came of it; if nothing did, why not, and where the job stands. */
    static Answer done(CommandResult result) {
        if (result instanceof CommandResult.NotFound) {
            throw new Refusal(
                    Problem.of(Code.NOT_FOUND, "There is no such job, or no such schedule; nothing changed."));
        } else if (result instanceof CommandResult.WrongState wrong) {
            throw new Refusal(Problem.of(
                            Code.STATE_CONFLICT,
                            "The job is " + wrong.state() + ", and that does not allow it; nothing changed.")
                    .with("state", wrong.state().name()));
        }
        CommandResult.Applied applied = result.orThrow();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("result", applied.code());
        fields.put("before", applied.before());
        fields.put("after", applied.after());
        return Answer.ok(fields);
    }

    /** To all that fit, or only to say what would come of it; at most 10,000, and then where to go on. */
    Handler all(Act act) {
        return call -> {
            Baton engine = call.engine();
            Fields body = call.body();
            JobFilter filter = Looking.filter(body.part("filter")::maybe);
            if (filter.equals(JobFilter.ALL)) {
                throw Query.bad("filter", "Say which jobs are meant; nothing changed.");
            }
            boolean dry = body.truth("dry_run");
            By by = call.by(body);
            Optional<JobId> after = body.maybe("after").map(Looking::cursor);
            BulkResult result = dry ? preview(engine, act, filter, after) : carriedOut(engine, act, filter, after, by);
            return Answer.ok(fields(result, dry));
        };
    }

    private static BulkResult preview(Baton engine, Act act, JobFilter filter, Optional<JobId> after) {
        return after.isPresent() ? engine.preview(act, filter, after.get()) : engine.preview(act, filter);
    }

    private static BulkResult carriedOut(Baton engine, Act act, JobFilter filter, Optional<JobId> after, By by) {
        try {
            return after.isPresent()
                    ? engine.commandAll(act, filter, after.get(), by)
                    : engine.commandAll(act, filter, by);
        } catch (BatonException e) {
            throw brokenOff(e);
        }
    }

    /** Jobs are taken some at a time, so that a failure of the store does not mean that nothing was done. */
    private static RuntimeException brokenOff(BatonException e) {
        return Code.named(e.code())
                .filter(code -> code.status() >= Code.NOT_READY.status())
                .<RuntimeException>map(code -> new Refusal(Problem.of(
                        Code.OUTCOME_UNKNOWN,
                        "It broke off (" + code
                                + "), and may have been done to some of the jobs: what was done stays, and is on record. Send the "
                                + "same again to go on.")))
                .orElse(e);
    }

    private static Map<String, Object> fields(BulkResult result, boolean dry) {
        var applied = new LinkedHashMap<String, Object>();
        result.touched().forEach((state, some) -> applied.put(state.name(), some.count()));
        var refused = new LinkedHashMap<String, Object>();
        result.refused().forEach((code, some) -> refused.put(code, some.count()));
        var fields = new LinkedHashMap<String, Object>();
        fields.put("dry_run", dry);
        fields.put("applied", applied);
        fields.put("refused", refused);
        result.rest().ifPresent(last -> fields.put("next", last.toString()));
        return fields;
    }
}
