package dev.baton.examples.liquidity.tasks;

import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.stream.Batch;
import dev.baton.stream.EventStream;
import dev.baton.supervise.TaskRun;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to a stream, and a run of its receiver that ends where the past does; both for the start. What came first is the cutoff, and
 * live events are asked for again only when all up to there is stored. For one thread.
 */
public final class UntilLive implements EventStream<OnchainEvent>, TaskRun {

    private static final Logger LOG = LoggerFactory.getLogger(UntilLive.class);
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final String task;
    private final EventStream<OnchainEvent> live;
    private final Batch<OnchainEvent> first;
    private final long begun = System.nanoTime();
    private boolean cutoffFound;
    private boolean over;

    private UntilLive(String task, EventStream<OnchainEvent> live, Batch<OnchainEvent> first) {
        this.task = task;
        this.live = live;
        this.first = first;
    }

    /** Waits for the first thing that this stream brings: that the chain listens, or an event. */
    static UntilLive listening(String task, EventStream<OnchainEvent> live) throws Exception {
        try {
            return new UntilLive(task, live, live.next(1, WAIT));
        } catch (Exception e) {
            live.close();
            throw e;
        }
    }

    @Override
    public Batch<OnchainEvent> next(int atMost, Duration wait) {
        over = cutoffFound;
        cutoffFound = true;
        return over ? Batch.none() : first;
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
