package dev.baton.store;

/** A live node, and how often it has beaten. */
public record NodeBeat(NodeId node, long beat) {}
