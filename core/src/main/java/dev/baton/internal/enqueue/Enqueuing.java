package dev.baton.internal.enqueue;

import dev.baton.internal.check.JsonField;
import dev.baton.internal.tell.Printable;
import dev.baton.internal.tell.Secrets;
import dev.baton.job.BatchRefusedException;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobIds;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.PayloadCodec;
import dev.baton.schedule.Schedule;
import dev.baton.store.HeldFirst;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.OverFirst;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.Urgency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns what is asked for into what is stored. Everything that can be wrong with it is found here, before any SQL. */
public final class Enqueuing {

    private static final int BATCH_MAX = 10_000;

    private final Map<String, JobType<?>> types;
    private final PayloadCodec codec;
    private final JobIds ids;

    /** Takes jobs of these types, by name. */
    public Enqueuing(Map<String, JobType<?>> types, PayloadCodec codec, JobIds ids) {
        this.types = types;
        this.codec = codec;
        this.ids = ids;
    }

    /** The id of a job that is made elsewhere. */
    public JobId nextId() {
        return ids.next();
    }

    /** The names of these types. */
    public Set<String> types() {
        return types.keySet();
    }

    /** A type by its name, if it is known here. */
    public Optional<JobType<?>> find(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /** A type by its name. */
    public JobType<?> type(String name) {
        return find(name).orElseThrow(() -> unknown(name));
    }

    /** A job of this type whose data came as text. */
    public <P> JobRequest<P> accept(JobType<P> type, String json) {
        return type.accept(json, codec);
    }

    /** The jobs as they are stored. If one is wrong, nothing is, and every wrong one is named. */
    public List<NewJob> jobs(List<? extends JobRequest<?>> requests, Instant now) {
        if (requests.size() > BATCH_MAX) {
            throw new BatonException(
                    "TOO_MANY",
                    "At most " + BATCH_MAX + " jobs are added at once; got " + requests.size()
                            + ". Nothing was stored. Add them in several batches.");
        }
        var jobs = new ArrayList<NewJob>();
        var refused = new LinkedHashMap<Integer, BatonException>();
        for (int i = 0; i < requests.size(); i++) {
            try {
                jobs.add(job(requests.get(i), now));
            } catch (BatonException e) {
                refused.put(i, e);
            }
        }
        if (refused.size() == 1 && requests.size() == 1) {
            throw refused.get(0);
        }
        if (!refused.isEmpty()) {
            throw new BatchRefusedException(refused);
        }
        return jobs;
    }

    /** What is to be put in the place of a job; all that is wrong with it is found here, too. */
    public <P> OperatorCommand.Replace replacement(JobId job, JobType<P> type, P payload, By by) {
        return new OperatorCommand.Replace(job, ids.next(), type.version(), encoded(type.job(payload)), by);
    }

    /** A schedule as it is stored; all that is wrong with its job is found here, too. */
    public ScheduleDefinition schedule(Schedule schedule, boolean inCode) {
        return new ScheduleDefinition(
                schedule.name(),
                new ScheduleDefinition.Rules(
                        schedule.timing(),
                        schedule.catchUp().toString(),
                        schedule.overlap().name()),
                template(schedule, schedule.job()),
                inCode);
    }

    private <P> ScheduleDefinition.Template template(Schedule schedule, JobRequest<P> request) {
        JobType<P> type = request.type();
        Payload payload = encoded(request);
        if (type.isWitnessed() && request.lane().isEmpty()) {
            throw new BatonException(
                    "LANE_REQUIRED",
                    "Jobs of " + type.name() + " are witnessed, lane by lane, and those of schedule " + schedule.name()
                            + " have no lane; nothing was stored.");
        }
        // Better to hear of it now than at three in the morning.
        schedule.fireTimeIn()
                .ifPresent(field -> type.decode(
                        JsonField.put(payload.json(), field, Instant.EPOCH.toString()), type.version(), codec));
        return new ScheduleDefinition.Template(
                new Route(request.queue(), type.name(), type.version(), request.limitKey()),
                payload,
                request.priority(),
                request.lane(),
                type.isWitnessed(),
                schedule.fireTimeIn());
    }

    private <P> NewJob job(JobRequest<P> request, Instant now) {
        JobType<P> type = request.type();
        Payload payload = encoded(request);
        if (request.isAgainIfRunning() && request.key().isEmpty()) {
            throw new BatonException(
                    "KEY_REQUIRED", "againIfRunning() says what to do if a unique key is taken, and there is none.");
        }
        var route = new Route(request.queue(), type.name(), type.version(), request.limitKey());
        var key = request.key().map(k -> new KeyRequest(type.keyScope(), k, request.isAgainIfRunning()));
        var urgency = new Urgency(request.priority(), request.dueAt(now));
        var held =
                request.held().map(why -> new HeldFirst(why.code(), why.message(), type.parkedHead(), type.onCrash()));
        var over = request.over().map(how -> new OverFirst(how.end(), how.code(), how.message()));
        var ties = new NewJob.Ties(request.lane(), request.isNumberedOnly(), key);
        return new NewJob(ids.next(), route, payload, urgency, ties, new NewJob.Care(type.isWitnessed(), held, over));
    }

    private <P> Payload encoded(JobRequest<P> request) {
        JobType<P> type = request.type();
        checkKnown(type);
        String json = request.json(codec);
        return Payload.of(json, label(type, request.payload()));
    }

    private void checkKnown(JobType<?> type) {
        JobType<?> known = types.get(type.name());
        if (known == null) {
            throw unknown(type.name());
        }
        if (!known.payload().equals(type.payload()) || known.version() != type.version()) {
            throw new BatonException(
                    "UNKNOWN_TYPE",
                    "The type " + type.name() + " is registered here with another payload or version; nothing was "
                            + "stored. Use the same JobType for enqueuing and for the handler.");
        }
    }

    private static BatonException unknown(String type) {
        return new BatonException(
                "UNKNOWN_TYPE",
                "The type " + Printable.of(type, 200)
                        + " is neither handled nor announced here, so nothing was stored. "
                        + "Register a handler, or announce it with enqueues(...) if others handle it.");
    }

    private static <P> String label(JobType<P> type, P payload) {
        try {
            return type.label(payload);
        } catch (RuntimeException e) {
            throw new BatonException(
                    "BAD_LABEL",
                    "The label of a " + type.name() + " cannot be made; nothing was stored: "
                            + Secrets.of(payload).shown(e, 500),
                    Secrets.areIn(type.payload()) ? null : e);
        }
    }
}
