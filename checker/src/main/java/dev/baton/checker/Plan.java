package dev.baton.checker;

import java.util.Set;

/**
 * What was planned, as far as it matters to the verdict.
 *
 * @param kills how often the worker was to be killed
 * @param replayable the types of which a crash may repeat the last few jobs of a lane
 */
public record Plan(int kills, Set<String> replayable) {}
