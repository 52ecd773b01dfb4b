/**
 * The nouns: what a job is, what may come of it, and when it is tried again. Values only; imports nothing else of Baton.
 *
 * <p>Start at {@link dev.baton.job.JobType}.
 */
@NullMarked
package dev.baton.job;

import org.jspecify.annotations.NullMarked;
