package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Figure;
import dev.baton.benchmarks.Work;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A peer that is written for Node.js, in a process of its own, which measures itself: its start is not counted. */
final class NodePeer implements Peer {

    private static final Pattern RATE = Pattern.compile("jobs per second: ([0-9.]+)");

    private final NodeModules modules;
    private final Schemas schemas;
    private final About about;

    /** What is to be told of it. */
    record About(String name, String script, String settings, Figure figure) {}

    private NodePeer(NodeModules modules, Schemas schemas, About about) {
        this.modules = modules;
        this.schemas = schemas;
        this.about = about;
    }

    static NodePeer graphile(NodeModules modules, Schemas schemas) {
        return new NodePeer(
                modules,
                schemas,
                new About(
                        "graphile-worker 0.18.0",
                        "graphile-worker.mjs",
                        "10 jobs at once, localQueue of 2,000, completeJobBatchDelay 0, one Node.js process;"
                                + " a job is deleted when it is done",
                        Figure.DRAIN_VS_GRAPHILE));
    }

    static NodePeer pgBoss(NodeModules modules, Schemas schemas) {
        return new NodePeer(
                modules,
                schemas,
                new About(
                        "pg-boss 12.30.0",
                        "pg-boss.mjs",
                        "two loops that fetch and complete 1,000 jobs at once, one Node.js process; a job is kept when it is done",
                        Figure.DRAIN_VS_PGBOSS));
    }

    @Override
    public String name() {
        return about.name();
    }

    @Override
    public String settings() {
        return about.settings();
    }

    @Override
    public Figure figure() {
        return about.figure();
    }

    @Override
    public double drain(int jobs) throws Exception {
        String address = schemas.url().substring("jdbc:".length());
        String schema = schemas.fresh(about.script().replaceAll("[^a-z]", "_"));
        String said = modules.run(
                about.script(),
                List.of(address, schema, String.valueOf(jobs), Work.of(0, 0).json()));
        Matcher rate = RATE.matcher(said);
        if (!rate.find()) {
            throw new AbsentException("it did not say how fast it was: " + said.strip());
        }
        return Double.parseDouble(rate.group(1));
    }
}
