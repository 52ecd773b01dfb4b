package dev.baton.benchmarks.peers;

import dev.baton.benchmarks.Figure;

/** Another engine, set up as its own documents say that it is fastest. */
public interface Peer {

    /** What it is, and which version. */
    String name();

    /** How it is set up. */
    String settings();

    /** By which name the ratio to it is told. */
    Figure figure();

    /**
     * Adds so many jobs that do nothing, then starts it.
     *
     * @return jobs per second from its start until the last is written down as done
     * @throws AbsentException if it cannot be had here
     */
    double drain(int jobs) throws Exception;
}
