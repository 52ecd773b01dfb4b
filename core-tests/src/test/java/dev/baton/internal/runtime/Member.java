package dev.baton.internal.runtime;

import dev.baton.internal.dispatch.Limits;
import dev.baton.internal.dispatch.Registry;
import dev.baton.internal.dispatch.Threads;
import dev.baton.observe.Event;
import dev.baton.store.JobStore;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One life of a node: the stages of the engine, and who takes their steps when they are due. It can stand still and go on, and it
 * can die; then all it knew is gone, and only its rows in the store are left.
 */
final class Member implements Timeline, Threads {

    private final World world;
    private final Weather weather;
    private final Judge judge;
    private final String name;
    private final double pace;
    private final Calls calls;
    private final Stages stages;
    private final boolean usedAgain;
    private final Limits limits;
    private final List<Beating> loops = new ArrayList<>();
    private final Set<Fiber> fibers = new LinkedHashSet<>();
    private @Nullable AutoCloseable hints;
    private boolean alive = true;
    private boolean begun;
    private long pausedUntil;

    /** A loop of the engine, as far as it concerns when its steps are taken. */
    private final class Beating {
        private final Stage stage;
        private final Loop loop;
        private boolean asleep;
        private boolean wakeable;
        private int turn;

        Beating(Stage stage) {
            this.stage = stage;
            this.loop = new Loop(stage, Member.this::tell);
        }

        void in(long nanos) {
            int mine = ++turn;
            asleep = true;
            world.after(nanos, Member.this, () -> {
                if (mine == turn) {
                    step();
                }
            });
        }

        private void step() {
            asleep = false;
            world.note(stage.name(), pausedUntil);
            if (weather.isSlow()) {
                world.count("step on a slow store");
                begin(this::takeStep);
            } else {
                try {
                    takeStep();
                } catch (Fiber.Killed died) {
                    // with its node, in the middle of this
                }
            }
        }

        private void takeStep() {
            Loop.Pause pause = loop.takeStep();
            wakeable = pause.wakeable();
            in(soon() + (long) (pause.atMost().toNanos() / pace));
        }

        void lookAround() {
            if (asleep && wakeable && stage.wake().take()) {
                in(soon());
            }
        }
    }

    Member(Simulation around, String name) {
        this.world = around.world();
        this.weather = around.weather();
        this.judge = around.judge();
        this.name = name;
        Casting casting = around.casting();
        this.pace = world.chance(0.5) ? 1 : 1 + (world.random().nextDouble() * 2 - 1) * Simulation.DRIFT;
        this.calls = new Calls(around, this);
        this.limits = casting.limits(world);
        this.usedAgain = world.chance(0.5);
        var settings = new Settings(limits, Simulation.TIMINGS, this, world.random(), Words.CODEC, this);
        Registry registry = casting.registry(this);
        this.stages = new Stages(calls.store(), registry, settings, this::freshId, this::tell, jobs -> {});
        stages.all().forEach(stage -> loops.add(new Beating(stage)));
        if (pace != 1) {
            world.count("clock that drifts");
        }
    }

    private UUID freshId() {
        return new UUID(world.random().nextLong(), world.random().nextLong());
    }

    private long soon() {
        return world.below(100_000);
    }

    /** Joins and recovers; then its loops begin. If that fails, it is as good as dead. */
    void start() {
        begin(() -> {
            try {
                stages.join();
                stages.recover();
            } catch (RuntimeException failed) {
                world.count("start that failed");
                say("could not start: " + failed.getMessage());
                die();
            }
            begun = true;
            hints = store().onWork(this::hinted);
            loops.forEach(loop -> loop.in(soon()));
        });
    }

    private void hinted() {
        if (!alive || weather.losesHint()) {
            world.count("wake-up lost");
            return;
        }
        world.after(soon(), this, stages::hint);
        if (weather.repeatsHint()) {
            world.count("wake-up repeated");
            world.after(soon() * 10, this, stages::hint);
        }
    }

    /** What happened may have woken somebody. */
    void lookAround() {
        loops.forEach(Beating::lookAround);
    }

    /** Dies on its own stack. */
    void die() {
        kill();
        throw new Fiber.Killed();
    }

    /** Dies; its stacks unwind when what happens now is over. */
    void kill() {
        if (!alive) {
            return;
        }
        alive = false;
        say("dies");
        world.note("dies", name.hashCode());
        judge.died(this);
        closeHints();
        world.afterwards(() -> {
            for (Fiber fiber : List.copyOf(fibers)) {
                fiber.kill();
            }
            fibers.clear();
        });
    }

    private void closeHints() {
        try {
            if (hints != null) {
                hints.close();
            }
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Stands still for so long: nothing happens here, and nobody here knows. */
    void pause(long nanos) {
        pausedUntil = Math.max(pausedUntil, world.now() + nanos);
        say("stands still for " + Duration.ofNanos(nanos));
    }

    void unpause() {
        pausedUntil = world.now();
    }

    boolean isPaused() {
        return pausedUntil > world.now();
    }

    long pausedFor() {
        return pausedUntil - world.now() + soon();
    }

    boolean isAlive() {
        return alive;
    }

    /** Nothing is done any more by whoever is dead, also not while its stacks unwind. */
    void requireAlive() {
        if (!alive) {
            throw new Fiber.Killed();
        }
    }

    boolean isBegun() {
        return begun && alive;
    }

    String name() {
        return name;
    }

    Limits limits() {
        return limits;
    }

    Stages stages() {
        return stages;
    }

    JobStore store() {
        return calls.store();
    }

    /** Runs this on a stack of its own. */
    private void begin(Runnable body) {
        var fiber = new Fiber(body, this::wake);
        fibers.add(fiber);
        goOn(fiber);
    }

    private void goOn(Fiber fiber) {
        if (!alive) {
            return;
        }
        fiber.resume();
        if (fiber.isOver()) {
            fibers.remove(fiber);
        }
    }

    /** On the stack of a fiber: so much time passes. */
    void passTime(long nanos) {
        Fiber me = Objects.requireNonNull(Fiber.current());
        int mine = me.pauses();
        world.after(nanos, this, () -> {
            if (me.pauses() == mine + 1) {
                goOn(me);
            }
        });
        me.pause();
    }

    /** The same, unless it is interrupted meanwhile, or was before. */
    void passTimeUnlessInterrupted(long nanos) throws InterruptedException {
        Fiber me = Objects.requireNonNull(Fiber.current());
        if (!me.takeInterrupt()) {
            me.interruptible(true);
            passTime(nanos);
            me.interruptible(false);
            if (!me.takeInterrupt()) {
                return;
            }
        }
        throw new InterruptedException();
    }

    /** Ends the time that a fiber lets pass now. */
    private void wake(Fiber sleeper) {
        int mine = sleeper.pauses();
        world.after(soon(), this, () -> {
            if (sleeper.pauses() == mine) {
                goOn(sleeper);
            }
        });
    }

    @Override
    public boolean areUsedAgain() {
        return usedAgain;
    }

    @Override
    public void execute(Runnable body) {
        judge.require(calls.isTrusted(), () -> name + " begins a handler though it may be taken for dead");
        if (weather.lacksThreads()) {
            world.count("no thread to be had");
            throw new OutOfMemoryError("no thread");
        }
        world.after(soon(), this, () -> begin(body));
    }

    @Override
    public void interrupt(Runnable body) {
        world.after(soon(), this, body);
    }

    @Override
    public void close() {}

    @Override
    public long nanos() {
        return (long) (world.now() * pace);
    }

    @Override
    public Alarm after(Duration delay, Runnable action) {
        throw new UnsupportedOperationException("Steps here wait for nothing but the store");
    }

    void say(String what) {
        world.note(what, name.hashCode(), () -> name + " " + what);
    }

    private void tell(Event event) {
        if (alive) {
            judge.told(this, event);
            world.count("event " + event.getClass().getSimpleName());
            world.note(event.getClass().getSimpleName(), name.hashCode(), () -> name + "   " + event);
        }
    }
}
