package dev.baton.internal.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Closes what is to end with the process: when it is told to end, by a signal for instance, in the usual way, which takes as long as
 * handlers may; when it is told once more meanwhile, without waiting for them.
 */
final class ProcessEnd {

    private static final List<String> SIGNALS = List.of("TERM", "INT", "HUP");

    private final Thread hook;

    ProcessEnd(Runnable close) {
        hook = new Thread(
                () -> {
                    SIGNALS.forEach(this::hurryAtNext);
                    close.run();
                },
                "baton-process-end");
    }

    /** From now on. Refused if the process is ending already. */
    void begin() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** It is closed: there is nothing left to do. */
    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // That is why it is closed.
        }
    }

    /** The JVM has no supported way to hear a second signal. Where this one is missing, only the first counts. */
    private void hurryAtNext(String name) {
        try {
            MethodHandles.Lookup known = MethodHandles.publicLookup();
            Class<?> signal = known.findClass("sun.misc.Signal");
            Class<?> handler = known.findClass("sun.misc.SignalHandler");
            Object hurry = Proxy.newProxyInstance(
                    ProcessEnd.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            hook.interrupt();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), hurry);
        } catch (ReflectiveOperationException | RuntimeException unsupported) {
            // A JVM without it, or one that was told to leave signals alone.
        }
    }
}
