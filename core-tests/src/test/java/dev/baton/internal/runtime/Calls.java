package dev.baton.internal.runtime;

import dev.baton.store.Finish;
import dev.baton.store.JobStore;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.store.memory.MemoryStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The store as one node sees it, or somebody who is no node: the calls go wrong as the weather wills, and the judge sees all. */
final class Calls implements InvocationHandler {

    private final World world;
    private final Weather weather;
    private final Judge judge;
    private final MemoryStore real;
    private final @Nullable Member caller;
    private final JobStore store;
    private long lastGoodBeat;

    Calls(Simulation around, @Nullable Member caller) {
        this.world = around.world();
        this.weather = around.weather();
        this.judge = around.judge();
        this.real = around.store();
        this.caller = caller;
        this.store = (JobStore)
                Proxy.newProxyInstance(JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, this);
    }

    JobStore store() {
        return store;
    }

    /** By all that this node can know, nobody takes it for dead. */
    boolean isTrusted() {
        return caller != null && caller.nanos() - lastGoodBeat < Simulation.LEASE.toNanos();
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        String verb = method.getName();
        if (verb.equals("clock")) {
            return world;
        } else if (verb.equals("isKeptWaiting")) {
            return false;
        } else if (verb.equals("onWork")) {
            return real(method, arguments);
        } else if (caller != null) {
            caller.requireAlive();
        }
        if (verb.equals("claim")) {
            judge.require(isTrusted(), () -> name() + " claims though it may be taken for dead");
        }
        long sent = caller == null ? 0 : caller.nanos();
        Object answer = call(verb, method, arguments);
        if (verb.equals("join") || (verb.equals("beat") && Boolean.TRUE.equals(answer))) {
            lastGoodBeat = sent;
        }
        return answer;
    }

    private @Nullable Object call(String verb, Method method, Object @Nullable [] arguments) throws Throwable {
        if (verb.equals("finish") && weather.refuses(endsIn(arguments))) {
            world.count("end refused");
            world.note("refuses", 0, () -> name() + " finish: refused");
            throw new IllegalStateException("One of these cannot be stored");
        }
        boolean mayWait = caller != null && Fiber.current() != null;
        Weather.Fault fault = weather.next(verb, mayWait);
        if (fault == null || (caller == null && fault.isForNodes())) {
            return done(verb, method, arguments);
        }
        world.count("fault " + fault);
        world.count("fault " + fault + " in " + verb);
        world.note(verb, fault.name().hashCode(), () -> name() + " " + verb + ": " + fault);
        if (fault == Weather.Fault.ERROR_BEFORE) {
            throw unavailable(verb);
        } else if (fault == Weather.Fault.ERROR_AFTER) {
            done(verb, method, arguments);
            throw unknown(verb);
        }
        Member mine = Objects.requireNonNull(caller);
        switch (fault) {
            case DELAY_BEFORE -> {
                mine.passTime(weather.time(fault));
                return done(verb, method, arguments);
            }
            case DELAY_AFTER -> {
                Object answer = done(verb, method, arguments);
                mine.passTime(weather.time(fault));
                return answer;
            }
            case HANG_BEFORE -> {
                mine.passTime(weather.time(fault));
                throw unavailable(verb);
            }
            case HANG_AFTER -> {
                done(verb, method, arguments);
                mine.passTime(weather.time(fault));
                throw unknown(verb);
            }
            case KILL_BEFORE -> mine.die();
            case KILL_AFTER -> {
                done(verb, method, arguments);
                mine.die();
            }
            default -> {}
        }
        throw new IllegalStateException("Nobody goes on after " + fault);
    }

    private static List<Finish> endsIn(Object @Nullable [] arguments) {
        List<?> ends = (List<?>) Objects.requireNonNull(arguments)[0];
        return ends.stream().map(Finish.class::cast).toList();
    }

    private static StoreUnavailableException unavailable(String verb) {
        return new StoreUnavailableException(
                "WEATHER", "The weather forbids " + verb, new IllegalStateException("the weather"));
    }

    private static OutcomeUnknownException unknown(String verb) {
        return new OutcomeUnknownException(
                "The answer to " + verb + " was lost", new IllegalStateException("the weather"));
    }

    private @Nullable Object done(String verb, Method method, Object @Nullable [] arguments) throws Throwable {
        Object answer = real(method, arguments);
        judge.sees(name(), verb, arguments == null ? List.of() : Arrays.asList(arguments), answer);
        return answer;
    }

    private String name() {
        return caller == null ? "somebody" : caller.name();
    }

    private @Nullable Object real(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
