package dev.baton.examples.payments;

import dev.baton.BatonBuilder;
import dev.baton.examples.payments.rail.RailPace;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** How processes are set up that are less patient than real ones, so that a test need not be. */
final class Impatient {

    static final RailPace PACE = new RailPace(Duration.ofMillis(400), Duration.ofMillis(1_200));
    /** For who has to come to the end of a call. */
    static final RailPace LONG = new RailPace(Duration.ofSeconds(20), PACE.quiet());
    /** The time-out and the quiet time: who stands still for longer between gate and call may double what a queryable rail is sent. */
    static final Duration HOLE = PACE.timeout().plus(PACE.quiet());

    private static final Duration BEAT = Duration.ofMillis(200);
    private static final Duration LEASE = Duration.ofMillis(1_200);
    private static final Duration LOOK = Duration.ofMillis(300);

    private Impatient() {}

    static Settings settings(Path folder, String database, String rails) {
        return new Settings(database, URI.create(rails), folder.resolve("alerts.txt"), PACE, LOOK);
    }

    static BatonBuilder setup(BatonBuilder setup) {
        return setup.heartbeat(BEAT, LEASE).recoverEvery(BEAT).pollEvery(Duration.ofMillis(100));
    }
}
