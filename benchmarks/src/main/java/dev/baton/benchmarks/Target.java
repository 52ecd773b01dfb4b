package dev.baton.benchmarks;

import static dev.baton.benchmarks.Figure.CYCLE_VS_NAIVE;
import static dev.baton.benchmarks.Figure.CYCLE_VS_RAW;
import static dev.baton.benchmarks.Figure.HISTORY_VS_EMPTY;
import static dev.baton.benchmarks.Figure.HOT_LANE_PER_S;
import static dev.baton.benchmarks.Figure.LANES_VS_UNORDERED;
import static dev.baton.benchmarks.Figure.LATENCY_P99_MS;
import static dev.baton.benchmarks.Figure.RAW_COMMIT_P99_MS;
import static dev.baton.benchmarks.Figure.STRICT_LANE_VS_LOOP;

/** What the engine is to reach on any machine. */
enum Target {
    RAW(
            CYCLE_VS_RAW,
            "whole jobs at least 0.6 of the raw limit",
            0.6,
            "Of the time of the one thread that writes, about two thirds go into the same statements as the raw limit's. The rest"
                    + " is what the engine has to know and the raw limit takes for granted: who still owns a job and under which"
                    + " fence, whether it has a key, a lane, doubts or a checkpoint, what is switched off, and what comes next."),
    NAIVE(
            CYCLE_VS_NAIVE,
            "whole jobs at least 15 times the naive queue",
            15,
            "The naive queue is bound by the disk, the engine by a processor: the faster the disk confirms, the smaller the factor."),
    LATENCY(
            LATENCY_P99_MS,
            "start within 5 ms, or 3 raw commits, in 99 of 100 cases",
            5,
            "Between the call and the start stand two commits, the job's own and that of its claim, and four wake-ups of threads.") {
        @Override
        boolean isReached(Figures figures) {
            return figures.get(LATENCY_P99_MS) <= Math.max(bound(), 3 * figures.get(RAW_COMMIT_P99_MS));
        }
    },
    HISTORY(
            HISTORY_VS_EMPTY,
            "a history costs at most a tenth",
            0.9,
            "No statement reads the history; what is left are deeper indexes and a file that does not fit into SQLite's cache."),
    LANES(
            LANES_VS_UNORDERED,
            "in lanes at least half as fast as without",
            0.5,
            "A job of a lane costs a number, three more entries in indexes, and a look at who is next when it goes."),
    STRICT(
            STRICT_LANE_VS_LOOP,
            "one strict lane at least 0.8 of a loop that commits each outcome",
            0.8,
            "Both wait for one commit per job, as the end of a job and the claim of the next share theirs. The loop is one thread and"
                    + " three statements, and what it was doing when it died nobody knows. The engine writes down who has the job"
                    + " before its handler begins: some twenty statements, more pages in the log of each commit,"
                    + " and four wake-ups from one thread to the next: who writes, who claims, the handler, who hands in ends. On"
                    + " a disk that confirms fast these weigh as much as the commit; on a slower one they vanish beside it."),
    HOT(
            HOT_LANE_PER_S,
            "one replayable lane at least 5,000 jobs/s",
            5_000,
            "Jobs of a run begin one after the other, each when a thread is woken for it.");

    private final Figure figure;
    private final String text;
    private final double bound;
    private final String costs;

    Target(Figure figure, String text, double bound, String costs) {
        this.figure = figure;
        this.text = text;
        this.bound = bound;
        this.costs = costs;
    }

    double bound() {
        return bound;
    }

    /** What costs what, for those who find that it was not reached. */
    String costs() {
        return costs;
    }

    String text() {
        return text;
    }

    Figure figure() {
        return figure;
    }

    boolean isReached(Figures figures) {
        return figures.get(figure) >= bound;
    }
}
