package dev.baton.job;

import java.time.Instant;

/**
 * An attempt of which nobody knows whether its work was done.
 *
 * @param attempt which attempt it was, counted from 1
 * @param fence the number under which it owned the job
 * @param claimedAt when it took the job
 * @param endedAt when its end was written down, or the job taken from it
 * @param code what is known: {@code LOST} with its process, or what the attempt itself said
 */
public record Doubt(int attempt, long fence, Instant claimedAt, Instant endedAt, String code) {}
