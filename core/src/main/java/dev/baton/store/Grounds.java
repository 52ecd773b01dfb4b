package dev.baton.store;

import dev.baton.job.JobId;
import java.util.List;
import java.util.Map;

/**
 * What attempts stand on that want to do what cannot be undone.
 *
 * @param holds who has the jobs that are running, of those that were asked about
 * @param off all that is switched off or paused
 */
public record Grounds(Map<JobId, JobView.Hold> holds, List<Switch> off) {}
