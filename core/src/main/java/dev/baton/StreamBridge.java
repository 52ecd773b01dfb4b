package dev.baton;

import dev.baton.internal.check.Names;
import dev.baton.job.JobRequest;
import dev.baton.stream.EventSource;
import dev.baton.supervise.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * Turns a stream of events into jobs, one for each, and remembers how far it came: jobs and cursor are stored in one transaction, so
 * that a crash or a cut neither loses an event nor repeats what is behind the cursor. What cannot be stored fails the task, which begins
 * again from the cursor; no event is passed over.
 *
 * <p>Of all nodes that run a bridge of the same name one reads, and another goes on when that one gives up, stops or dies. What a source
 * sends twice becomes two jobs unless they have a unique key. Immutable.
 *
 * @param <E> an event
 */
public final class StreamBridge<E> {

    private final String name;
    private final EventSource<E> source;
    private final Function<? super E, ? extends JobRequest<?>> job;
    private final Pace pace;

    /**
     * How it reads.
     *
     * @param batch how many events are stored at once, at most
     * @param quiet how long it waits for an event before it looks up
     * @param standby how often it looks whether another node has stopped reading
     */
    record Pace(int batch, Duration quiet, Duration standby) {}

    private StreamBridge(
            String name, EventSource<E> source, Function<? super E, ? extends JobRequest<?>> job, Pace pace) {
        this.name = Names.checked("a bridge's name", name);
        this.source = Objects.requireNonNull(source, "source");
        this.job = Objects.requireNonNull(job, "job");
        this.pace = pace;
    }

    /**
     * Has every event of this source become a job. The name is that of its cursor: under another name it begins at the beginning.
     *
     * @param job makes a job of an event. What it throws fails the task, again and again for the same event: make a job of another
     *     type of what cannot be understood
     */
    public static <E> StreamBridge<E> of(
            String name, EventSource<E> source, Function<? super E, ? extends JobRequest<?>> job) {
        return new StreamBridge<>(name, source, job, new Pace(100, Duration.ofSeconds(5), Duration.ofSeconds(1)));
    }

    /** How many events are stored in one transaction, at most; it never waits for more than there are. Default: 100. */
    public StreamBridge<E> batch(int atMost) {
        if (atMost < 1) {
            throw new IllegalArgumentException("A batch has at least 1 event; got " + atMost);
        }
        return new StreamBridge<>(name, source, job, new Pace(atMost, pace.quiet(), pace.standby()));
    }

    /**
     * How long to wait for an event before looking whether the stream is still there. A {@link dev.baton.stream.WebSocketSource} takes a connection for
     * cut that is silent for twice as long. A task with {@code hangAfter} needs more than this. Default: 5 s.
     */
    public StreamBridge<E> quiet(Duration wait) {
        return new StreamBridge<>(name, source, job, new Pace(pace.batch(), positive(wait), pace.standby()));
    }

    /** How often to look, while another node reads, whether it still does. Default: 1 s. */
    public StreamBridge<E> standby(Duration every) {
        return new StreamBridge<>(name, source, job, new Pace(pace.batch(), pace.quiet(), positive(every)));
    }

    /**
     * The task that does it, for a supervisor; a fresh one for each start. It never returns by itself. It needs a node, so this process
     * must handle something.
     */
    public Task on(Baton baton) {
        return new Bridging<>(name, source, job, pace, baton.core().cursors());
    }

    private static Duration positive(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("A time to wait is positive; got " + time);
        }
        return time;
    }
}
