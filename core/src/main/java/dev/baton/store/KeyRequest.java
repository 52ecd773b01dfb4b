package dev.baton.store;

import dev.baton.job.KeyScope;

/** A unique key that a new job wants, and what it wants if the job that has it is running. */
public record KeyRequest(KeyScope scope, String key, boolean againIfRunning) {}
