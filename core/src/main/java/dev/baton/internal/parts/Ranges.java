package dev.baton.internal.parts;

import dev.baton.internal.fault.FaultPoint;
import dev.baton.job.DecidingHandler;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JoinHandler;
import dev.baton.job.Outcome;
import dev.baton.job.Part;
import dev.baton.job.PartHandler;
import dev.baton.job.PayloadCodec;
import dev.baton.job.Ranged;
import dev.baton.job.Run;
import dev.baton.observe.Reason;
import dev.baton.store.JobStore;
import dev.baton.store.JobView;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.Progress;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Work on a range in parts, made of ordinary jobs. The first attempt at a whole keeps the plan and adds the parts; then the whole sleeps, and
 * is woken when the last of them is over. Its next attempt sees that all are, and is the last step. If nobody wakes it, as whoever would
 * have done so died, it looks by itself after a while.
 */
public final class Ranges {

    private static final int BATCH = 500;
    private static final Duration FIRST_LOOK = Duration.ofMinutes(1);
    private static final Duration LONGEST_SLEEP = Duration.ofMinutes(15);
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(1);
    private static final int REMEMBERED_MAX = 100;

    private final JobStore store;
    private final Supplier<PayloadCodec> codec;
    private final Watch watch;
    private final Set<String> wholes = ConcurrentHashMap.newKeySet();
    private final Map<JobId, Remembered> remembered = new LinkedHashMap<>(16, 0.75f, true);

    private record Remembered(Parts parts, Instant at) {}

    /** On this store, with the codec that is there when the first job runs. */
    public Ranges(JobStore store, Supplier<PayloadCodec> codec) {
        this.store = store;
        this.codec = codec;
        this.watch = new Watch(store);
    }

    /** What is to be done beside taking jobs; nothing if there are no ranges here. */
    public Optional<Watch> watch() {
        return wholes.isEmpty() ? Optional.empty() : Optional.of(watch);
    }

    /** What a whole does when it runs. */
    public <P, C> DecidingHandler<P, C> whole(Ranged<P> ranged, JoinHandler<P, C> join) {
        wholes.add(ranged.type().name());
        return (payload, run, context) -> {
            Plan plan = planOf(ranged, payload, run);
            var parts = new Parts(run.id(), plan);
            if (!plan.added()) {
                split(ranged, run, plan);
            }
            parts.look(store, Integer.MAX_VALUE);
            if (!parts.isOver()) {
                return Outcome.snooze(store.clock().instant().plus(sleep(run.attempt())));
            }
            List<Integer> cancelled = parts.cancelled();
            run.facts(
                    Map.of("parts", plan.parts(), "cancelled", cancelled.size() > 100 ? cancelled.size() : cancelled));
            FaultPoint.JOIN_BEFORE_HANDLER.hit();
            join.joined(payload, cancelled, run, context);
            FaultPoint.JOIN_AFTER_HANDLER.hit();
            return Outcome.done();
        };
    }

    private <P> Plan planOf(Ranged<P> ranged, P payload, Run run) {
        Optional<Plan> kept = run.lastCheckpoint(Map.class).map(Plan::of);
        if (kept.isPresent()) {
            return kept.get();
        }
        var plan = new Plan(ranged.from(payload), ranged.size(payload), ranged.partsOf(payload), false);
        run.checkpoint(plan.kept());
        FaultPoint.SPLIT_AFTER_PLAN.hit();
        return plan;
    }

    /** A part that was added before, by an attempt that died, is not added again, as it has the same id. */
    private void split(Ranged<?> ranged, Run run, Plan plan) {
        JobView whole = store.find(run.id(), store.clock().instant()).orElseThrow();
        var type = ranged.part();
        Route route = route(whole.route(), new Route(whole.route().queue(), type.name(), type.version()));
        for (int next = 1; next <= plan.parts(); next += BATCH) {
            Instant now = store.clock().instant();
            var urgency = new Urgency(whole.facts().priority(), now);
            var batch = new ArrayList<NewJob>();
            for (int number = next; number <= plan.parts() && number < next + BATCH; number++) {
                Part part = plan.part(run.id(), number);
                var payload = Payload.of(type.encode(part, codec.get()), type.label(part));
                batch.add(new NewJob(Plan.id(run.id(), number), route, payload, urgency));
            }
            store.insert(batch, now);
            FaultPoint.SPLIT_AFTER_ADD.hit();
        }
        run.checkpoint(plan.withAllAdded().kept());
        FaultPoint.SPLIT_AFTER_ALL.hit();
    }

    /**
     * That of parts: with the limit key of their whole, if there is a limit for each key that concerns them. Otherwise nobody would ever take them,
     * as only who says such a limit takes jobs with a key; one of the type of the whole alone does not concern its parts.
     */
    private Route route(Route whole, Route part) {
        return whole.limitKey()
                .filter(key -> store.limits().all().stream()
                        .anyMatch(said -> said.limit().eachKey() && said.limit().concerns(part)))
                .map(part::withKey)
                .orElse(part);
    }

    private static Duration sleep(int attempt) {
        Duration sleep = FIRST_LOOK.multipliedBy(1L << Math.min(attempt - 1, 4));
        return sleep.compareTo(LONGEST_SLEEP) < 0 ? sleep : LONGEST_SLEEP;
    }

    /** What a part does when it runs; nothing, if its whole is over. */
    public <P, C> DecidingHandler<Part, C> part(Ranged<P> ranged, PartHandler<P, C> handler) {
        return (part, run, context) -> {
            Optional<JobView> whole = store.find(part.whole(), store.clock().instant());
            Optional<Payload> data = store.payload(part.whole());
            if (whole.isEmpty() || data.isEmpty()) {
                return Outcome.cancelled();
            }
            watch.begun(part);
            try {
                if (whole.get().standing().state().isFinal()) {
                    return Outcome.cancelled();
                }
                P payload = ranged.type()
                        .decode(data.get().json(), whole.get().route().version(), codec.get());
                handler.handle(payload, part, run, context);
                return Outcome.done();
            } finally {
                watch.ended(part.whole());
            }
        };
    }

    private Optional<Plan> plan(JobId whole) {
        return store.checkpoint(whole).map(json -> Plan.of(codec.get().decode(json, Map.class)));
    }

    /** How far a job is: what its handler said last, and of a whole the sum of what is done of its parts, a second ago at most. */
    public Optional<Progress.Mark> progress(JobId job) {
        Instant now = store.clock().instant();
        Optional<JobView> view = store.find(job, now);
        if (view.isEmpty() || !isSplit(view.get())) {
            return view.flatMap(found -> found.standing().hold()).flatMap(JobView.Hold::progress);
        }
        return plan(job)
                .map(plan ->
                        plan.added() ? progress(job, plan, now) : new Progress.Mark(0, plan.size(), "being split"));
    }

    private boolean isSplit(JobView job) {
        return wholes.contains(job.route().type());
    }

    private synchronized Progress.Mark progress(JobId whole, Plan plan, Instant now) {
        Remembered known = remembered.get(whole);
        if (known == null || known.at().plus(REMEMBERED_FOR).isBefore(now)) {
            Parts parts = known == null ? new Parts(whole, plan) : known.parts();
            parts.look(store, Integer.MAX_VALUE);
            known = new Remembered(parts, now);
            remembered.put(whole, known);
            if (remembered.size() > REMEMBERED_MAX) {
                remembered.remove(remembered.keySet().iterator().next());
            }
        }
        return known.parts().progress();
    }

    /** These reasons, or for what parts a whole waits. */
    public List<Reason> why(JobId job, List<Reason> reasons) {
        boolean sleeps = reasons.stream().anyMatch(reason -> reason.cause() == Reason.Cause.NOT_DUE);
        Optional<JobView> view = sleeps ? store.find(job, store.clock().instant()) : Optional.empty();
        Optional<Plan> plan =
                view.filter(this::isSplit).flatMap(found -> plan(job)).filter(Plan::added);
        if (plan.isEmpty()) {
            return reasons;
        }
        var parts = new Parts(job, plan.get());
        parts.look(store, Integer.MAX_VALUE);
        if (parts.isOver()) {
            return reasons;
        }
        var all = new ArrayList<>(reasons);
        all.removeIf(reason -> reason.cause() == Reason.Cause.NOT_DUE);
        all.add(0, waiting(parts));
        return List.copyOf(all);
    }

    private static Reason waiting(Parts parts) {
        String text = parts.over() + " of its " + parts.plan().parts() + " parts are over";
        List<Parts.Open> parked = parts.open().stream()
                .filter(part -> part.standing().state().isParked())
                .toList();
        if (parked.isEmpty()) {
            return new Reason(
                    Reason.Cause.WAITS_FOR_PARTS,
                    text + ", and it waits for the others.",
                    "Nothing has to be done: it goes on when the last of them has ended.");
        }
        Parts.Open first = parked.get(0);
        boolean dead = first.standing().state() == JobState.DEAD;
        return new Reason(
                Reason.Cause.WAITS_FOR_PARTS,
                text + "; " + parked.size() + " are parked, first number " + first.number() + ", job " + first.id()
                        + ", which is " + first.standing().state() + ".",
                dead
                        ? "Retry that job once the cause is gone, or discard it to go on without this part."
                        : "Find out what came of that job; then release, confirm or discard it.");
    }
}
