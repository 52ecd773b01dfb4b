package dev.baton.benchmarks;

import java.io.PrintWriter;
import java.util.List;

/**
 * One run of the load test, from the first line to the last.
 *
 * @param program the service, as Java is told to run it
 */
record LoadRun(LoadSizes sizes, List<String> program, Printout printout) {

    /** True if nothing was lost or doubled and every request was answered with 201, whatever the figures are. */
    boolean run(Site site, PrintWriter out) throws Exception {
        return run(site, out, () -> {});
    }

    boolean run(Site site, PrintWriter out, BenchRun.BeforeCheck before) throws Exception {
        var leaving = new Thread(site::close, "baton-bench-leave");
        Runtime.getRuntime().addShutdownHook(leaving);
        try (site) {
            var bench = new LoadBench(sizes, site, program, out);
            Report report = bench.measure();
            before.meddle();
            bench.check();
            printout.end(report, out);
            return report.holds();
        } finally {
            Runtime.getRuntime().removeShutdownHook(leaving);
        }
    }
}
