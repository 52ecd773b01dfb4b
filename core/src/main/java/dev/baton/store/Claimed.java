package dev.baton.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a claim got.
 *
 * @param claims the jobs, in the order in which they are to begin
 * @param nextDue when the first job of the asked routes is due that was left behind; not after now if there was no room
 */
public record Claimed(List<Claim> claims, Optional<Instant> nextDue) {}
