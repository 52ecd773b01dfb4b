package dev.baton.testkit.engine;

import dev.baton.store.JobStore;
import dev.baton.store.Recovered;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A real store whose calls go wrong when a test says so: before anything was done, or after it was done and before the answer
 * came. Calls that nothing was said about go through. Closing it leaves the real store open.
 */
final class FaultyStore {

    private final Map<String, Queue<Fault>> faults = new ConcurrentHashMap<>();
    private final Map<String, UnaryOperator<Object>> changed = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final JobStore store;

    /** What a call does, around the real one. */
    private interface Fault {
        Object call(Real real) throws Throwable;
    }

    private interface Real {
        Object call() throws Throwable;
    }

    FaultyStore(JobStore real) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getName().equals("close")) {
                closed.set(true);
                return null;
            }
            Fault fault =
                    faults.getOrDefault(method.getName(), new ArrayDeque<>()).poll();
            Real call = () -> invoke(real, method, arguments);
            Object answer = fault == null ? call.call() : fault.call(call);
            UnaryOperator<Object> other = changed.get(method.getName());
            return other == null ? answer : other.apply(answer);
        };
        store = (JobStore)
                Proxy.newProxyInstance(JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, handler);
    }

    private static Object invoke(JobStore real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    JobStore store() {
        return store;
    }

    boolean isClosed() {
        return closed.get();
    }

    /** The next call of this verb fails, and nothing is done. */
    void before(String verb, RuntimeException failure) {
        add(verb, real -> {
            throw failure;
        });
    }

    /** The next call of this verb is carried out, and then fails. */
    void after(String verb, RuntimeException failure) {
        add(verb, real -> {
            real.call();
            throw failure;
        });
    }

    /** The next call of this verb is given this answer, and nothing is done. */
    void inVain(String verb, Object answer) {
        add(verb, real -> answer);
    }

    /** Has everything happened that was to happen to this verb? */
    boolean isOver(String verb) {
        return faults.getOrDefault(verb, new ArrayDeque<>()).isEmpty();
    }

    /** The next call of this verb is carried out, and another answer given. */
    void instead(String verb, UnaryOperator<Object> answer) {
        add(verb, real -> answer.apply(real.call()));
    }

    /** Every call of this verb is carried out, and another answer given. */
    void always(String verb, UnaryOperator<Object> answer) {
        changed.put(verb, answer);
    }

    private void add(String verb, Fault fault) {
        faults.computeIfAbsent(verb, any -> new ConcurrentLinkedQueue<>()).add(fault);
    }

    /** As if the first could not be moved. */
    static Recovered withOneSkipped(Recovered recovered) {
        Recovered.Moved first = recovered.moved().get(0);
        return new Recovered(
                recovered.moved().subList(1, recovered.moved().size()),
                List.of(new Recovered.Skipped(first.id(), "cannot be moved")),
                Optional.of(first.id()));
    }
}
