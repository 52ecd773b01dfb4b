package dev.baton.benchmarks;

import dev.baton.benchmarks.peers.Peers;
import dev.baton.benchmarks.peers.Schemas;
import dev.baton.benchmarks.postgres.PostgresSite;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One run of the bench, from the first line to the last: it measures, checks, prints a table, and ends with one line of JSON.
 *
 * @param peers whether other engines are measured as well
 * @param page where to write the page for readers, if at all
 * @param command how it was called
 * @param commit what was measured
 */
record BenchRun(Sizes sizes, boolean peers, Optional<Path> page, String command, String commit) {

    /** Somebody may do something to the databases before they are checked. */
    interface BeforeCheck {
        void meddle() throws Exception;
    }

    /** True if nothing was lost or doubled, whatever the figures are. */
    boolean run(Site site, PrintWriter out) throws Exception {
        return run(site, out, () -> {});
    }

    boolean run(Site site, PrintWriter out, BeforeCheck before) throws Exception {
        var leaving = new Thread(site::close, "baton-bench-leave");
        Runtime.getRuntime().addShutdownHook(leaving);
        try (site) {
            var bench = new Bench(sizes, site, out);
            Report report = bench.measure();
            if (peers && site instanceof PostgresSite server) {
                compare(bench, server);
            }
            before.meddle();
            bench.check();
            new Printout(page, command, commit).end(report, out);
            return report.holds();
        } finally {
            Runtime.getRuntime().removeShutdownHook(leaving);
        }
    }

    private static void compare(Bench bench, PostgresSite server) throws Exception {
        var schemas = new Schemas() {
            @Override
            public String url() {
                return server.url();
            }

            @Override
            public String fresh(String peer) throws Exception {
                return server.schemaFor(peer);
            }
        };
        try (Peers others = new Peers(schemas)) {
            bench.compareWith(others);
        }
    }
}
