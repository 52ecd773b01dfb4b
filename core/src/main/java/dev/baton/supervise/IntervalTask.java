package dev.baton.supervise;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** A task that ticks at once and then once per period; made by {@link Task#every}. Immutable. */
public final class IntervalTask implements Task {

    /** One round of periodic work. */
    @FunctionalInterface
    public interface Tick {
        /** Does one round; what it throws is reported, and the next round comes as if nothing had happened. */
        void run() throws Exception;
    }

    private final Duration period;
    private final Task tick;
    private final Duration jitter;
    private final RandomGenerator random;

    private IntervalTask(Duration period, Task tick, Duration jitter, RandomGenerator random) {
        this.period = Check.positive("period", period);
        this.tick = Objects.requireNonNull(tick, "tick");
        this.jitter = Check.notNegative("jitter", jitter);
        this.random = Objects.requireNonNull(random, "random");
    }

    static IntervalTask of(Duration period, Task tick) {
        // The generator is looked up anew for each wait: a task is built on one thread and runs on others.
        RandomGenerator perThread = () -> ThreadLocalRandom.current().nextLong();
        return new IntervalTask(period, tick, Duration.ZERO, perThread);
    }

    /**
     * Lets every tick but the first come up to this much after its time, at random, so that many tasks do not tick in step.
     * The times themselves stay one period apart, so two ticks may be closer than a period. Default: none.
     */
    public IntervalTask jitter(Duration atMost) {
        return jitter(atMost, random);
    }

    /** As {@link #jitter(Duration)}, with a generator of the caller's choice, so that a test knows the waits beforehand. */
    public IntervalTask jitter(Duration atMost, RandomGenerator generator) {
        return new IntervalTask(period, tick, atMost, generator);
    }

    @Override
    public void run(TaskRun run) throws InterruptedException {
        Duration start = run.elapsed();
        while (true) {
            Round.run("tick", tick, run);
            run.sleep(untilNext(run.elapsed().minus(start)).plus(someJitter()));
        }
    }

    /** To the next whole period that is still ahead: ticks that were missed are skipped, not made up for. */
    private Duration untilNext(Duration elapsed) {
        long periodsDone = elapsed.dividedBy(period);
        return period.multipliedBy(periodsDone + 1).minus(elapsed);
    }

    private Duration someJitter() {
        return jitter.isZero() ? Duration.ZERO : Duration.ofNanos(random.nextLong(jitter.toNanos()));
    }
}
