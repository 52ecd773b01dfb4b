package dev.baton.benchmarks;

import java.util.List;
import java.util.UUID;

/** One of the raw limit that ends what another claims. */
final class RawEnds {

    private final Side side;

    private RawEnds(Side side) {
        this.side = side;
    }

    static RawEnds begin(RawTables plain, int jobs, RawClaims claims) {
        return new RawEnds(Side.begin("bench-raw-ends", () -> endAll(plain, jobs, claims)));
    }

    private static void endAll(RawTables plain, int jobs, RawClaims claims) throws Exception {
        int ended = 0;
        while (ended < jobs) {
            List<UUID> some = claims.take();
            plain.end(some);
            ended += some.size();
        }
    }

    /** Waits until all have ended. */
    void await() throws InterruptedException {
        side.await();
    }
}
