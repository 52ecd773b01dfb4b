package dev.baton.server.operate;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.internal.show.JobFields;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.observe.Reason;
import dev.baton.server.client.Told;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Payload;
import dev.baton.store.Switch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A database, asked by an engine that takes no jobs: it is started when it is first asked, as it has to know of what will be added. */
final class DatabasePlace implements Place, AutoCloseable {

    private final JobStore store;
    private @Nullable Baton started;

    DatabasePlace(JobStore store) {
        this.store = store;
    }

    private Baton baton() {
        return baton(setup -> setup);
    }

    private Baton baton(UnaryOperator<BatonBuilder> setup) {
        if (started == null) {
            started = setup.apply(Baton.on(store)).start();
        }
        return started;
    }

    @Override
    public void close() {
        if (started != null) {
            started.close();
        }
    }

    @Override
    public Told enqueue(String type, String json, Wanted wanted) {
        JobType<String> raw = wanted.type(type);
        Inserted inserted =
                baton(setup -> setup.codec(new RawJson()).enqueues(raw)).enqueue(wanted.request(raw, json));
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", inserted.id().toString());
        fields.put("answer", inserted.answer().name());
        fields.put("state", inserted.state().name());
        return new Told(fields);
    }

    @Override
    public List<Told> list(JobFilter filter, Optional<JobId> after, int limit) {
        List<JobView> jobs = after.isPresent() ? baton().list(filter, after.get(), limit) : baton().list(filter, limit);
        return jobs.stream().map(DatabasePlace::listed).toList();
    }

    private static Told listed(JobView job) {
        Map<String, Object> fields = JobFields.of(job);
        job.last().ifPresent(last -> fields.put("last", JobFields.of(last, false)));
        return new Told(fields);
    }

    @Override
    public Optional<Told> find(JobId job, boolean payload) {
        return baton().find(job).map(found -> {
            Map<String, Object> fields = JobFields.of(found);
            Optional<Payload> data = baton().payload(job);
            data.ifPresent(there -> fields.put("payload_sha256", there.sha256()));
            if (payload) {
                data.ifPresent(there -> fields.put("payload", there.isRedacted() ? "(removed)" : there.json()));
            }
            return new Told(fields);
        });
    }

    @Override
    public List<Told> attempts(JobId job) {
        return baton().attempts(job).stream()
                .map(attempt -> new Told(JobFields.of(attempt, true)))
                .toList();
    }

    @Override
    public List<Told> why(JobId job) {
        return baton().why(job).stream().map(DatabasePlace::told).toList();
    }

    static Told told(Reason reason) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("cause", reason.cause().name());
        fields.put("text", reason.text());
        fields.put("remedy", reason.remedy());
        return new Told(fields);
    }

    @Override
    public Told act(Act act, JobId job, Asker asker) {
        CommandResult result = asked(act, job, asker.by());
        var fields = new LinkedHashMap<String, Object>();
        fields.put("result", result.code());
        if (result instanceof CommandResult.Applied applied) {
            fields.put("before", applied.before());
            fields.put("after", applied.after());
        } else if (result instanceof CommandResult.WrongState wrong) {
            fields.put("state", wrong.state().toString());
        }
        return new Told(fields);
    }

    private CommandResult asked(Act act, JobId job, By by) {
        return switch (act) {
            case CANCEL -> baton().cancel(job, by);
            case KILL -> baton().kill(job, by);
            case RETRY -> baton().retry(job, by);
            case RELEASE -> baton().release(job, by);
            case CONFIRM -> baton().confirm(job, by);
            case SKIP -> baton().skip(job, by);
            case DISCARD -> baton().discard(job, by);
            case REDACT -> baton().redact(job, by);
        };
    }

    @Override
    public Batch actOnAll(Act act, JobFilter filter, Optional<JobId> after, boolean dryRun, Asker asker) {
        BulkResult result = dryRun ? preview(act, filter, after) : carriedOut(act, filter, after, asker.by());
        var applied = new LinkedHashMap<String, Integer>();
        result.touched().forEach((state, some) -> applied.put(state.name(), some.count()));
        var refused = new LinkedHashMap<String, Integer>();
        result.refused().forEach((code, some) -> refused.put(code, some.count()));
        return new Batch(applied, refused, result.rest());
    }

    private BulkResult preview(Act act, JobFilter filter, Optional<JobId> after) {
        return after.isPresent() ? baton().preview(act, filter, after.get()) : baton().preview(act, filter);
    }

    private BulkResult carriedOut(Act act, JobFilter filter, Optional<JobId> after, By by) {
        return after.isPresent()
                ? baton().commandAll(act, filter, after.get(), by)
                : baton().commandAll(act, filter, by);
    }

    @Override
    public List<Switch> off() {
        return baton().switches();
    }

    @Override
    public List<Switch> turn(Switch which, boolean off, Asker asker) {
        if (off) {
            baton().turnOff(which, asker.by());
        } else {
            baton().turnOn(which, asker.by());
        }
        return off();
    }
}
