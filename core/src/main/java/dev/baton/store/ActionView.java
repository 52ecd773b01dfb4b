package dev.baton.store;

import java.time.Instant;

/** Something an operator did: what, to what, and what it changed. */
public record ActionView(OperatorCommand command, String before, String after, Instant at) {}
