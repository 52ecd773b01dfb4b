package dev.baton.server.serve;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Has something done when the process is told to end, by a signal for instance; told once more meanwhile, who does it is interrupted, and
 * does not wait any longer.
 */
final class ProcessSignals {

    private static final List<String> SIGNALS = List.of("TERM", "INT", "HUP");

    private final Thread hook;

    private ProcessSignals(Runnable end) {
        hook = new Thread(
                () -> {
                    SIGNALS.forEach(this::hurryAtNext);
                    end.run();
                },
                "baton-serve-end");
    }

    /** From now on, until this process ends. */
    static void onEnd(Runnable end) {
        Runtime.getRuntime().addShutdownHook(new ProcessSignals(end).hook);
    }

    /** The JVM has no supported way to hear a second signal. Where this one is missing, only the first counts. */
    private void hurryAtNext(String name) {
        try {
            MethodHandles.Lookup known = MethodHandles.publicLookup();
            Class<?> signal = known.findClass("sun.misc.Signal");
            Class<?> handler = known.findClass("sun.misc.SignalHandler");
            Object hurry = Proxy.newProxyInstance(
                    ProcessSignals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
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
