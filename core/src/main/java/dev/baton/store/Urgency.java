package dev.baton.store;

import java.time.Instant;

/**
 * When a job is to run.
 *
 * @param priority larger ones first
 * @param dueAt not to be claimed before
 */
public record Urgency(int priority, Instant dueAt) {}
