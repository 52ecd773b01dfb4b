package dev.baton.internal.runtime;

import dev.baton.internal.enqueue.Enqueuing;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.observe.Event;
import dev.baton.observe.StartupProgress;
import dev.baton.observe.StartupProgress.State;
import dev.baton.store.AttemptView;
import dev.baton.store.Inserted;
import dev.baton.store.JobView;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.Route;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a start-up plan: each is written to the store, alone admitted, and over before the next begins. Its jobs have keys
 * that are the same at every start, so that a start after a crash goes on with those of the one before.
 */
public final class Steps {

    private static final int LABELS_MAX = 10;

    private final Core core;
    private final Enqueuing enqueuing;
    private final Awaiting awaiting;
    private final Timeline time;
    private final Optional<String> node;
    private final Course course;
    private @Nullable Thread conductor;
    private int step;

    /**
     * What is asked of a step.
     *
     * @param timeout how long its jobs may take, all of them together
     * @param failFast whether the first failure of a job is one of the step, though it is to be tried again
     * @param thisNode whether it is done by each node for itself, and not by one for all
     */
    public record Wishes(Duration timeout, boolean failFast, boolean thisNode) {}

    /** What is to be done, in this order. */
    public interface Plan {
        /** Takes the steps, on this thread. */
        void conduct() throws Exception;
    }

    Steps(Core core, Enqueuing enqueuing, Awaiting awaiting, Timeline time, Optional<String> node) {
        this.core = core;
        this.enqueuing = enqueuing;
        this.awaiting = awaiting;
        this.time = time;
        this.node = node;
        this.course = new Course(time);
    }

    /** How far they have come. */
    StartupProgress progress() {
        return course.progress();
    }

    /** Takes all steps. Whatever is thrown, nothing but them has begun. */
    void conduct(Plan plan) {
        long began = time.nanos();
        conductor = Thread.currentThread();
        course.enter(StartupProgress.Stage.UNDER_WAY);
        try {
            plan.conduct();
            course.enter(StartupProgress.Stage.COMPLETED);
            core.tell(new Event.StartupCompleted(step, since(began)));
        } catch (Throwable failure) {
            BatonException told = told(failure);
            course.enter(StartupProgress.Stage.FAILED);
            core.tell(new Event.StartupFailed(step, told.code(), String.valueOf(told.getMessage())));
            throw told;
        } finally {
            conductor = null;
        }
    }

    private BatonException told(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return new BatonException(
                    "INTERRUPTED", "The start was interrupted at step " + step + " of its plan; nothing was served.");
        }
        return failure instanceof BatonException known
                ? known
                : new BatonException(
                        "STARTUP_FAILED",
                        "The start-up plan threw after step " + step + "; nothing was served: " + failure,
                        failure);
    }

    /** One step: all of these together. Answers the jobs that stand for them, when all are done. */
    public List<JobId> run(List<? extends JobRequest<?>> requests, Wishes wishes) throws InterruptedException {
        if (!Thread.currentThread().equals(conductor)) {
            throw new BatonException(
                    "STARTUP_OVER",
                    "The steps of a start-up plan are taken while it runs, by the thread that runs it; nothing was done.");
        }
        step++;
        long began = time.nanos();
        course.begin(requests.size(), core.now());
        List<Planned> jobs = take(requests, wishes);
        core.tell(new Event.StartupStepCompleted(step, jobs.size(), since(began)));
        return jobs.stream().map(Planned::id).toList();
    }

    private List<Planned> take(List<? extends JobRequest<?>> requests, Wishes wishes) throws InterruptedException {
        State reached = State.FAILED;
        try {
            List<Planned> jobs = requests.isEmpty() ? List.of() : enqueue(requests, wishes);
            if (!jobs.isEmpty()) {
                tellBegan(jobs);
                admitAndAwait(jobs, wishes);
            }
            reached = State.DONE;
            return jobs;
        } finally {
            course.end(reached);
        }
    }

    /** A job of this step, and how often it had failed before this start asked for it. */
    private record Planned(JobId id, String label, boolean adopted, int failures) {
        String named() {
            return label + " (" + id + ")";
        }
    }

    private List<Planned> enqueue(List<? extends JobRequest<?>> requests, Wishes wishes) {
        Instant now = core.now();
        var jobs = new ArrayList<NewJob>();
        List<NewJob> asked = enqueuing.jobs(requests, now);
        for (NewJob job : asked) {
            jobs.add(planned(job, wishes.thisNode()));
        }
        List<Inserted> inserted = core.insert(Optional.empty(), jobs, now);
        List<JobId> adopted = inserted.stream()
                .filter(each -> each.answer() == Inserted.Answer.EXISTING)
                .map(Inserted::id)
                .toList();
        Map<JobId, JobView.Standing> before =
                adopted.isEmpty() ? Map.of() : core.ask(store -> store.standings(adopted, now));
        var planned = new ArrayList<Planned>();
        for (int i = 0; i < jobs.size(); i++) {
            JobId id = inserted.get(i).id();
            JobView.Standing standing = before.get(id);
            int failures = standing == null ? 0 : standing.tally().failures();
            planned.add(new Planned(id, jobs.get(i).payload().label(), standing != null, failures));
        }
        return planned;
    }

    /** In a lane it would wait for jobs that are not admitted, and so would what is to run once more after another. */
    private NewJob planned(NewJob job, boolean thisNode) {
        if (job.lane().isPresent()
                || job.key().filter(KeyRequest::againIfRunning).isPresent()
                || job.route().limitKey().isPresent()) {
            throw new BatonException(
                    "BAD_STEP",
                    "A job of a start-up plan waits for nobody but the step before, so it is in no lane, has no limit key and does "
                            + "not run again after another: " + job.payload().label() + ". Nothing was stored.");
        }
        String key = job.key()
                .map(KeyRequest::key)
                .orElseGet(() -> "startup/" + job.payload().sha256());
        KeyScope scope = job.key().map(KeyRequest::scope).orElse(KeyScope.ACTIVE);
        Route route = job.route();
        if (thisNode) {
            String name = node.orElseThrow(() -> new BatonException(
                    "NODE_UNNAMED",
                    "A step of each node's own needs a name of the node that is the same at every start. Give it one with "
                            + "node(...). Nothing was stored."));
            key = name + "/" + key;
            route = new Route(ownQueue(name), route.type(), route.version());
        }
        var request = new KeyRequest(scope, key, false);
        return new NewJob(job.id(), route, job.payload(), job.urgency(), job.lane(), Optional.of(request))
                .with(job.care());
    }

    /** The queue from which a node of this name takes jobs, and no other. */
    public static String ownQueue(String node) {
        return "node." + node;
    }

    private void tellBegan(List<Planned> jobs) {
        var labels = new ArrayList<String>();
        int adopted = 0;
        for (Planned job : jobs) {
            labels.add(job.label());
            adopted += job.adopted() ? 1 : 0;
        }
        String shown = labels.stream().limit(LABELS_MAX).collect(Collectors.joining(", "));
        String more = labels.size() > LABELS_MAX ? " and " + (labels.size() - LABELS_MAX) + " more" : "";
        course.name(shown + more);
        core.tell(new Event.StartupStepStarted(step, labels.size(), adopted, shown + more));
    }

    private void admitAndAwait(List<Planned> jobs, Wishes wishes) throws InterruptedException {
        Map<JobId, Planned> byId =
                jobs.stream().collect(Collectors.toMap(Planned::id, Function.identity(), (first, same) -> first));
        var done = new HashSet<JobId>();
        core.admit(byId.keySet());
        try {
            awaiting.await(byId.keySet(), wishes.timeout(), standings -> {
                watch(jobs, done, standings);
                standings.forEach((id, standing) ->
                        refuseFailure(Objects.requireNonNull(byId.get(id)), standing, wishes.failFast()));
            });
        } catch (BatonException e) {
            throw e.code().equals("AWAIT_TIMEOUT")
                    ? failed("STARTUP_TIMEOUT", String.valueOf(e.getMessage()), e)
                    : core.orStopped(e);
        } finally {
            core.admit(List.of());
        }
    }

    private void watch(List<Planned> jobs, Set<JobId> done, Map<JobId, JobView.Standing> standings) {
        State state = State.WAITING;
        for (Map.Entry<JobId, JobView.Standing> each : standings.entrySet()) {
            if (each.getValue().state() == JobState.DONE) {
                done.add(each.getKey());
            } else if (each.getValue().state() == JobState.RUNNING) {
                state = State.RUNNING;
            }
        }
        course.move(state, (int)
                jobs.stream().filter(job -> done.contains(job.id())).count());
    }

    private void refuseFailure(Planned job, JobView.Standing standing, boolean failFast) {
        boolean failedOnce = standing.tally().failures() > job.failures();
        if (standing.state() == JobState.CANCELLED) {
            throw failed("STARTUP_FAILED", job.named() + " was cancelled.", null);
        }
        if (standing.state().isParked() || (failFast && failedOnce && standing.state() != JobState.DONE)) {
            throw failed(
                    "STARTUP_FAILED",
                    job.named() + " is " + standing.state() + " after " + attempts(standing) + ": "
                            + lastError(job.id()) + ".",
                    null);
        }
    }

    private static String attempts(JobView.Standing standing) {
        int attempts = standing.tally().attempts();
        return attempts == 1 ? "1 attempt" : attempts + " attempts";
    }

    private String lastError(JobId job) {
        List<AttemptView> attempts = core.ask(store -> store.attempts(job));
        for (int i = attempts.size() - 1; i >= 0; i--) {
            AttemptView.Detail detail = attempts.get(i).detail();
            if (!detail.code().isEmpty()) {
                return detail.message().isEmpty() ? detail.code() : detail.code() + ", " + detail.message();
            }
        }
        return "unknown error";
    }

    private BatonException failed(String code, String what, @Nullable Throwable cause) {
        return new BatonException(
                code,
                "Start-up failed at step " + step + ", and nothing was served: " + what
                        + " The next start goes on with it.",
                cause);
    }

    private Duration since(long began) {
        return Duration.ofNanos(time.nanos() - began);
    }
}
