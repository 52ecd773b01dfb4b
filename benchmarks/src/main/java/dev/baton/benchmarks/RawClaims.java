package dev.baton.benchmarks;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** One of the raw limit that claims what another adds, batch by batch, for a third that ends it. */
final class RawClaims {

    private static final long LOOK_AGAIN_NANOS = 200_000;

    private final RawTables plain;
    private final int jobs;
    private final int batch;
    private final BlockingQueue<List<UUID>> claimed = new LinkedBlockingQueue<>();
    private final Side side;

    private RawClaims(RawTables plain, int jobs, int batch) {
        this.plain = plain;
        this.jobs = jobs;
        this.batch = batch;
        this.side = Side.begin("bench-raw-claims", this::claimAll);
    }

    /** Begins to claim so many, in batches of this size. */
    static RawClaims begin(RawTables plain, int jobs, int batch) {
        return new RawClaims(plain, jobs, batch);
    }

    private void claimAll() throws Exception {
        int sum = 0;
        while (sum < jobs) {
            List<UUID> some = plain.claim(batch);
            if (some.isEmpty()) {
                Rate.awaitUntil(System.nanoTime() + LOOK_AGAIN_NANOS);
            } else {
                sum += some.size();
                claimed.add(some);
            }
        }
    }

    /** The next batch; waits for it. */
    List<UUID> take() throws InterruptedException {
        return claimed.take();
    }

    /** Waits until all are claimed. */
    void await() throws InterruptedException {
        side.await();
    }
}
