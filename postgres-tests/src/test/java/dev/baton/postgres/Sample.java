package dev.baton.postgres;

import dev.baton.job.JobIds;
import dev.baton.job.KeyScope;
import dev.baton.store.KeyRequest;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Urgency;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.Random;

/** Jobs to add, where it does not matter which. */
final class Sample {

    static final Route ROUTE = new Route("default", "receipt.send", 1);

    private static final JobIds IDS = new JobIds(InstantSource.system(), new Random());

    private Sample() {}

    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    static NewJob job() {
        return job(Optional.empty(), Optional.empty());
    }

    static NewJob inLane(String lane) {
        return job(Optional.of(lane), Optional.empty());
    }

    static NewJob keyed(String key) {
        return job(Optional.empty(), Optional.of(new KeyRequest(KeyScope.FOREVER, key, false)));
    }

    static NewJob job(Optional<String> lane, Optional<KeyRequest> key) {
        return new NewJob(IDS.next(), ROUTE, Payload.of("{}", "a job"), new Urgency(0, now()), lane, key);
    }
}
