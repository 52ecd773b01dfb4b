package dev.baton.server.demo.jobs;

import java.util.Collection;

/** Where the jobs of one kind, or of all, stand: so many of those that were enqueued. */
record Tally(int enqueued, int pending, int running, int dead) {

    static final Tally NONE = new Tally(0, 0, 0, 0);

    static Tally sum(Collection<Tally> tallies) {
        return tallies.stream().reduce(NONE, Tally::plus);
    }

    Tally plus(Tally other) {
        return new Tally(
                enqueued + other.enqueued, pending + other.pending, running + other.running, dead + other.dead);
    }

    /** The store counts what stands somewhere; what stands nowhere any more is done. */
    int done() {
        return enqueued - pending - running - dead;
    }

    /** Has every one its outcome? */
    boolean isOver() {
        return pending + running == 0;
    }

    /** How many have their outcome. */
    int over() {
        return done() + dead;
    }
}
