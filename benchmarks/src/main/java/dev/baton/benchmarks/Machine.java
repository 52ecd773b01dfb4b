package dev.baton.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the figures were measured on. Nothing of it tells whose machine it is. */
final class Machine {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    private Machine() {}

    static String describe() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.availableProcessors() + " processors" + model() + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ", Java " + System.getProperty("java.version") + " with "
                + runtime.maxMemory() / (1 << 20) + " MB heap";
    }

    /** Did others want the processors as well, so that figures say as much of them as of the engine? */
    static boolean isBusy() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load > Runtime.getRuntime().availableProcessors() / 2.0;
    }

    /** How many processes want a processor, on average of the last minute. */
    static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }

    private static String model() {
        try {
            return Files.exists(PROCESSORS)
                    ? Files.readAllLines(PROCESSORS).stream()
                            .filter(line -> line.startsWith("model name"))
                            .map(line ->
                                    " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
                            .findFirst()
                            .orElse("")
                    : "";
        } catch (IOException unknown) {
            return "";
        }
    }
}
