package dev.baton.benchmarks;

import static dev.baton.benchmarks.Figure.CYCLE_VS_NAIVE;
import static dev.baton.benchmarks.Figure.CYCLE_VS_RAW;
import static dev.baton.benchmarks.Figure.DRAIN_VS_DB_SCHEDULER;
import static dev.baton.benchmarks.Figure.DRAIN_VS_GRAPHILE;
import static dev.baton.benchmarks.Figure.DRAIN_VS_JOBRUNR;
import static dev.baton.benchmarks.Figure.DRAIN_VS_PGBOSS;
import static dev.baton.benchmarks.Figure.HEAP_GROWTH;
import static dev.baton.benchmarks.Figure.HISTORY_VS_EMPTY;
import static dev.baton.benchmarks.Figure.HOT_LANE_PER_S;
import static dev.baton.benchmarks.Figure.LANES_VS_UNORDERED;
import static dev.baton.benchmarks.Figure.LATENCY_P99_MS;
import static dev.baton.benchmarks.Figure.LISTENERS;
import static dev.baton.benchmarks.Figure.LISTENERS_AT_END;
import static dev.baton.benchmarks.Figure.ONE_PARTICIPANT_VS_LOOP;
import static dev.baton.benchmarks.Figure.PARTICIPANTS_VS_UNORDERED;
import static dev.baton.benchmarks.Figure.PAYMENT_P99_MS;
import static dev.baton.benchmarks.Figure.POST_ERRORS;
import static dev.baton.benchmarks.Figure.POST_VS_ENQUEUE;
import static dev.baton.benchmarks.Figure.RAW_COMMIT_P99_MS;
import static dev.baton.benchmarks.Figure.STRICT_LANE_VS_LOOP;
import static dev.baton.benchmarks.Figure.TWO_NODES_VS_ONE_5MS;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the engine is to reach on any machine. */
enum Target {
    RAW(CYCLE_VS_RAW, "whole jobs at least 0.6 of the raw limit", 0.6),
    NAIVE(CYCLE_VS_NAIVE, "whole jobs at least 15 times the naive queue", 15),
    LATENCY(LATENCY_P99_MS, "start within 5 ms, or 3 raw commits, in 99 of 100 cases", 5),
    LATENCY_OF_A_SERVER(LATENCY_P99_MS, "start within 10 ms, or 3 raw commits, in 99 of 100 cases", 10),
    HISTORY(HISTORY_VS_EMPTY, "a history costs at most a tenth", 0.9),
    LANES(LANES_VS_UNORDERED, "in lanes at least half as fast as without", 0.5),
    STRICT(STRICT_LANE_VS_LOOP, "one strict lane at least 0.8 of a loop that commits each outcome", 0.8),
    HOT(HOT_LANE_PER_S, "one replayable lane at least 5,000 jobs/s", 5_000),
    PAYMENT(
            PAYMENT_P99_MS,
            "rail called within 15 ms of the ledger's transaction, or 4 raw commits, in 99 of 100 cases",
            15),
    PARTICIPANTS(PARTICIPANTS_VS_UNORDERED, "payments of many participants at least half as fast as plain jobs", 0.5),
    PARTICIPANT(ONE_PARTICIPANT_VS_LOOP, "one participant at least 0.8 of a loop that commits each outcome", 0.8),
    TWO_NODES(TWO_NODES_VS_ONE_5MS, "two nodes at least 1.7 times one, handlers of 5 ms", 1.7),
    DB_SCHEDULER(DRAIN_VS_DB_SCHEDULER, "burn-down at least 6 times db-scheduler", 6),
    JOBRUNR(DRAIN_VS_JOBRUNR, "burn-down at least 20 times JobRunr", 20),
    GRAPHILE(DRAIN_VS_GRAPHILE, "burn-down at least 1.5 times graphile-worker", 1.5),
    PG_BOSS(DRAIN_VS_PGBOSS, "burn-down at least 1.5 times pg-boss", 1.5),
    POST(POST_VS_ENQUEUE, "POST at least 0.3 of the store's own enqueue, as many at once", 0.3),
    ANSWERED(POST_ERRORS, "every POST answered with 201", 0),
    FLAT(HEAP_GROWTH, "what is left of the heap after a full collection grows by at most a tenth", 1.1),
    HEARD(LISTENERS_AT_END, "all who listen hear to the end", 0);

    private static final Set<Target> OF_SQLITE =
            EnumSet.of(RAW, NAIVE, LATENCY, HISTORY, LANES, STRICT, HOT, PAYMENT, PARTICIPANTS, PARTICIPANT);
    private static final Set<Target> OF_THE_SERVICE = EnumSet.of(POST, ANSWERED, FLAT, HEARD);
    private static final Set<Target> OF_PEERS = EnumSet.of(DB_SCHEDULER, JOBRUNR, GRAPHILE, PG_BOSS);

    private final Figure figure;
    private final String text;
    private final double bound;

    Target(Figure figure, String text, double bound) {
        this.figure = figure;
        this.text = text;
        this.bound = bound;
    }

    /** Those of this on a store of this kind. What is measured beside other engines counts only where one was there. */
    static List<Target> of(Topic topic, Kind kind, Figures figures) {
        Set<Target> ofTopic = topic == Topic.HTTP ? OF_THE_SERVICE : ofEngine(kind);
        return Stream.of(values())
                .filter(ofTopic::contains)
                .filter(each -> !OF_PEERS.contains(each) || figures.has(each.figure))
                .toList();
    }

    private static Set<Target> ofEngine(Kind kind) {
        if (kind == Kind.SQLITE) {
            return OF_SQLITE;
        }
        Set<Target> all = EnumSet.complementOf(EnumSet.of(NAIVE, LATENCY));
        all.removeAll(OF_THE_SERVICE);
        return all;
    }

    String text() {
        return text;
    }

    Figure figure() {
        return figure;
    }

    boolean isReached(Figures figures) {
        return switch (figure) {
            case LATENCY_P99_MS -> figures.get(figure) <= Math.max(bound, 3 * figures.get(RAW_COMMIT_P99_MS));
            case PAYMENT_P99_MS -> figures.get(figure) <= Math.max(bound, 4 * figures.get(RAW_COMMIT_P99_MS));
            case POST_ERRORS, HEAP_GROWTH -> figures.get(figure) <= bound;
            case LISTENERS_AT_END -> figures.get(figure) >= figures.get(LISTENERS);
            default -> figures.get(figure) >= bound;
        };
    }
}
