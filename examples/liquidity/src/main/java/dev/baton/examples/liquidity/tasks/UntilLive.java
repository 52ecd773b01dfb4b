package dev.baton.examples.liquidity.tasks;

import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.stream.Batch;
import dev.baton.stream.EventStream;
import dev.baton.supervise.TaskRun;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of a receiver that ends where the past does, for the start: it is asked for live events once to find the cutoff, and again only
 * when all up to there is stored. For one thread.
 */
final class UntilLive implements EventStream<OnchainEvent>, TaskRun {

    private static final Logger LOG = LoggerFactory.getLogger(UntilLive.class);

    private final String task;
    private final EventStream<OnchainEvent> live;
    private final long begun = System.nanoTime();
    private boolean cutoffFound;
    private boolean over;

    UntilLive(String task, EventStream<OnchainEvent> live) {
        this.task = task;
        this.live = live;
    }

    @Override
    public Batch<OnchainEvent> next(int atMost, Duration wait) throws Exception {
        if (cutoffFound) {
            over = true;
            return Batch.none();
        }
        cutoffFound = true;
        return live.next(atMost, wait);
    }

    /** Only who waits for a cursor that another node has would sleep. */
    @Override
    public void sleep(Duration duration) {
        LOG.info("{}: another node receives, so nothing is missing", task);
        over = true;
    }

    @Override
    public boolean stopping() {
        return over;
    }

    @Override
    public void close() {
        live.close();
    }

    @Override
    public String task() {
        return task;
    }

    @Override
    public long number() {
        return 1;
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Override
    public void beat() {
        // nobody waits for it but the start
    }

    @Override
    public void warn(String what, Throwable cause) {
        LOG.warn("{}: {}", task, what, cause);
    }
}
