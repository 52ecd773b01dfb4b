package dev.baton.server.demo.jobs;

import java.util.Collection;

/** Where the jobs of one kind, or of all, stand: so many of those that were enqueued. What was skipped stands nowhere. */
record Tally(int enqueued, int pending, int running, int dead, int skipped) {

    static final Tally NONE = new Tally(0, 0, 0, 0, 0);

    static Tally sum(Collection<Tally> tallies) {
        return tallies.stream().reduce(NONE, Tally::plus);
    }

    Tally plus(Tally other) {
        return new Tally(
                enqueued + other.enqueued,
                pending + other.pending,
                running + other.running,
                dead + other.dead,
                skipped + other.skipped);
    }

    /** The store counts what stands somewhere; what stands nowhere any more is done, or was skipped. */
    int done() {
        return enqueued - pending - running - dead - skipped;
    }

    /** Has every one its outcome? */
    boolean isOver() {
        return pending + running == 0;
    }

    /** How many have their outcome. */
    int over() {
        return done() + dead + skipped;
    }
}
