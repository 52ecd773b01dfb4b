package dev.baton.store;

/** By what jobs are claimed: only who can handle this type in this version, on this queue, ever looks at them. */
public record Route(String queue, String type, int version) {}
