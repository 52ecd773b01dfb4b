package dev.baton.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a claim got.
 *
 * @param claims the jobs, in the order in which they are to begin
 * @param nextDue now, if jobs that are due were left behind; otherwise when the next of the asked routes is
 */
public record Claimed(List<Claim> claims, Optional<Instant> nextDue) {}
