package dev.baton;

import dev.baton.internal.runtime.Core;
import dev.baton.internal.runtime.Steps;
import dev.baton.internal.runtime.Tasks;
import dev.baton.job.BatonException;
import dev.baton.job.JobId;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.PayloadCodec;
import dev.baton.store.AttemptView;
import dev.baton.supervise.Task;
import dev.baton.supervise.TaskSpec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * What a start-up plan is written with: each call is a step, which is over when it returns, so that what a step has brought about
 * can decide what the next ones are. Until the plan has completed this process takes no other jobs, starts no tasks, and is not
 * ready. A step that fails throws, and with it the start; the next start takes all steps again, and goes on with jobs that are
 * still there.
 *
 * <p>For the thread that runs the plan, and while it does. Steps are jobs like all others, so they are tried again and looked at
 * like them, and must stand being repeated.
 */
public final class Startup {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final Duration TIMEOUT_MAX = Duration.ofDays(365);

    private final Baton baton;
    private final Core core;
    private final Tasks tasks;
    private final PayloadCodec codec;
    private final Steps.Wishes wishes;

    /** A start-up plan. */
    @FunctionalInterface
    public interface Plan {
        /** Takes its steps, one after another. */
        void run(Startup startup) throws Exception;
    }

    Startup(Baton baton, Tasks tasks, PayloadCodec codec) {
        this(baton, tasks, codec, new Steps.Wishes(TIMEOUT, false, false));
    }

    private Startup(Baton baton, Tasks tasks, PayloadCodec codec, Steps.Wishes wishes) {
        this.baton = baton;
        this.core = baton.core();
        this.tasks = tasks;
        this.codec = codec;
        this.wishes = wishes;
    }

    /**
     * The engine that is being started, for handlers that enqueue and tasks that bridge: they run before {@code start()} has returned it.
     * What is enqueued now and is no step waits until the plan has completed. It is not ready, and its tasks cannot be asked for yet.
     */
    public Baton baton() {
        return baton;
    }

    /** Runs a job and waits until it is done. */
    public <P> JobId run(JobType<P> type, P payload) throws InterruptedException {
        return run(type.job(payload));
    }

    /**
     * Runs a job and waits until it is done. If an earlier start has left it behind unfinished, that job is waited for. Which job
     * it is says its unique key; without one, its type and its payload.
     *
     * @throws BatonException with the code {@code STARTUP_FAILED} if it is dead, held or cancelled, {@code STARTUP_TIMEOUT} if it takes
     *     too long, {@code STOPPED} if this process stops first, {@code BAD_STEP} if it is in a lane or to run again after another
     */
    public JobId run(JobRequest<?> job) throws InterruptedException {
        return runAll(List.of(job)).get(0);
    }

    /** Runs jobs together and waits until all are done. Nothing to run is done at once. */
    public <P> List<JobId> runAll(JobType<P> type, Collection<? extends P> payloads) throws InterruptedException {
        return runAll(payloads.stream().map(type::job).toList());
    }

    /** Runs jobs together, of any types, and waits until all are done; the first that fails ends the wait, and the others run on. */
    public List<JobId> runAll(List<? extends JobRequest<?>> jobs) throws InterruptedException {
        return core.steps().run(jobs, wishes);
    }

    /** What a job of this plan returned, if it returned something. */
    public <R> Optional<R> result(JobId job, Class<R> type) {
        List<AttemptView> attempts = core.ask(store -> store.attempts(job));
        return attempts.stream()
                .filter(attempt -> attempt.kind() == AttemptView.Kind.DONE)
                .findFirst()
                .flatMap(done -> done.detail().result())
                .map(json -> codec.decode(json, type));
    }

    /** For steps that take longer, or not so long: a job that runs alone, or all that run together. Default: 300 s. */
    public Startup timeout(Duration atMost) {
        if (atMost.isNegative() || atMost.isZero() || atMost.compareTo(TIMEOUT_MAX) > 0) {
            throw new BatonException(
                    "OUT_OF_RANGE", "The time-out of a step is positive and at most a year; got " + atMost + ".");
        }
        return with(new Steps.Wishes(atMost, wishes.failFast(), wishes.thisNode()));
    }

    /** For steps whose first failure is one too many, though their jobs would be tried again. Default: retries are waited for. */
    public Startup failFast() {
        return with(new Steps.Wishes(wishes.timeout(), true, wishes.thisNode()));
    }

    /**
     * For steps that every node has to take for itself, and not one for all who start at the same time; the node needs a name for it.
     * Default: where several nodes run the same job at once, it is one job, and any of them does it. How long a key keeps a second one
     * away says its {@link KeyScope}; what has no key may run again as soon as it is done.
     */
    public Startup onThisNode() {
        return with(new Steps.Wishes(wishes.timeout(), wishes.failFast(), true));
    }

    /** A task that is kept alive from the end of the plan on, as if it had been named before. */
    public Startup supervise(String name, Supplier<? extends Task> factory) {
        return supervise(TaskSpec.of(name, factory));
    }

    /** A task with wishes of its own that is kept alive from the end of the plan on. */
    public Startup supervise(TaskSpec task) {
        tasks.register(task);
        return this;
    }

    /** A task that runs on one node at a time, from the end of the plan on. */
    public Startup singleton(String name, LongFunction<? extends Task> factory) {
        return supervise(core.singleton(name, factory));
    }

    private Startup with(Steps.Wishes changed) {
        return new Startup(baton, tasks, codec, changed);
    }
}
