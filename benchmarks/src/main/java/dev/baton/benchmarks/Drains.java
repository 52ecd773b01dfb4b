package dev.baton.benchmarks;

import dev.baton.benchmarks.peers.AbsentException;
import dev.baton.benchmarks.peers.Peer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The engine beside its peers: all burn down as many jobs on the same server, in turn, each from its start to the last end. */
final class Drains {

    /** A first burn-down of so much less that does not count, as code in this process becomes faster with use. */
    private static final int WARM_UP = 5;

    private final Database database;
    private final Sizes.Peers sizes;
    private final Consumer<String> say;
    private final Report report;
    private final Series ours = new Series();
    private final Map<Peer, Series> theirs = new HashMap<>();
    private final Map<Peer, String> absent = new HashMap<>();

    Drains(Database database, Sizes.Peers sizes, Consumer<String> say, Report report) {
        this.database = database;
        this.sizes = sizes;
        this.say = say;
        this.report = report;
    }

    void compareWith(List<Peer> peers) throws Exception {
        peers.forEach(peer -> theirs.put(peer, new Series()));
        say.accept("burn-down beside others: warm-up");
        drain(sizes.jobs() / WARM_UP);
        for (Peer peer : peers) {
            drain(peer, sizes.jobs() / WARM_UP);
        }
        for (int round = 1; round <= sizes.rounds(); round++) {
            say.accept("burn-down: Baton, round " + round + " of " + sizes.rounds());
            ours.add(drain(sizes.jobs()));
            for (Peer peer : peers) {
                if (!absent.containsKey(peer)) {
                    say.accept("burn-down: " + peer.name() + ", round " + round + " of " + sizes.rounds());
                    double rate = drain(peer, sizes.jobs());
                    series(peer).add(rate);
                }
            }
        }
        tell(peers);
    }

    private Series series(Peer peer) {
        return theirs.computeIfAbsent(peer, any -> new Series());
    }

    private double drain(int jobs) throws SQLException {
        var backlog = new Backlog(database);
        backlog.add(Math.max(1, jobs), Bench.BATCH);
        return backlog.burnDown();
    }

    private double drain(Peer peer, int jobs) throws Exception {
        try {
            return peer.drain(Math.max(1, jobs));
        } catch (AbsentException e) {
            absent.put(peer, String.valueOf(e.getMessage()));
            return Double.NaN;
        }
    }

    private void tell(List<Peer> peers) {
        report.setting(
                "burn-downs",
                String.format(
                        Locale.ROOT,
                        "%,d jobs each, %d rounds, from the start of the engine until none is left; all of them no-ops of about 200 bytes",
                        sizes.jobs(),
                        sizes.rounds()));
        report.measured("burn-down beside others: Baton", ours.median(), "jobs/s");
        report.figures().put(Figure.DRAIN_PER_S, ours.median());
        for (Peer peer : peers) {
            report.setting(peer.name(), peer.settings());
            String why = absent.get(peer);
            if (why != null) {
                report.absent("burn-down: " + peer.name(), why);
            } else {
                report.measured(
                        "burn-down beside others: " + peer.name(), series(peer).median(), "jobs/s");
                report.figures().put(peer.figure(), ours.medianRatioTo(series(peer)));
            }
        }
    }
}
