package dev.baton.server.demo.jobs;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the log and the file have them. */
final class Micros {

    private Micros() {}

    static long of(Instant time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time);
    }
}
