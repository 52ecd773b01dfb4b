package dev.baton.store;

import java.time.Instant;
import java.util.Optional;

/**
 * How far behind the jobs of a type are.
 *
 * @param oldestPending when the oldest of those that are pending was added; empty if none is
 * @param overdue how many began before the time that was asked about, and run still
 */
public record Lag(Optional<Instant> oldestPending, long overdue) {}
