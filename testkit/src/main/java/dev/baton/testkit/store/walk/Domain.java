package dev.baton.testkit.store.walk;

import dev.baton.job.JobId;
import dev.baton.store.Limit;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** The few things that walks are made of, so that they keep meeting each other. A printed walk is written in these words. */
public final class Domain {

    /** Three types on two queues, one of them in two versions. */
    static final List<Route> ROUTES = List.of(
            new Route("default", "a", 1),
            new Route("default", "b", 1),
            new Route("mail", "a", 1),
            new Route("default", "a", 2));

    static final List<String> CURSORS = List.of("blocks", "trades");

    static final List<String> LANES = List.of("alice", "bob");

    /** By its name one knows its scope, but for the last one, which both have. */
    static final List<String> ACTIVE_KEYS = List.of("red", "grey");

    static final List<String> FOREVER_KEYS = List.of("gold", "grey");
    static final List<Switch> SWITCHES = List.of(
            Switch.pause("mail"),
            Switch.pause("default"),
            Switch.queue("mail"),
            Switch.type("a"),
            Switch.lane("alice"),
            Switch.lane("bob"));

    /** Of which two hold for some routes at once. */
    static final List<Limit> LIMITS = List.of(
            new Limit(Limit.Kind.TYPE, "a", Optional.of(2), Optional.empty()),
            Limit.ofQueue("default").per(Duration.ofSeconds(2), 3).atOnce(3),
            Limit.ofQueue("mail").per(Duration.ofSeconds(3), 1),
            new Limit(Limit.Kind.TYPE, "a", Optional.of(1), Optional.empty(), true),
            Limit.ofQueue("default").forEachKey().per(Duration.ofSeconds(3), 2));

    static final List<String> LIMIT_KEYS = List.of("ann", "ben", "c\u00e9line");

    /** Who asks, for all that is asked. */
    public static final OperatorCommand.By BY = new OperatorCommand.By("bob", "a walk");

    private static final long JOB_HIGH = 0x0193_a1b2_0000_7000L;
    private static final long JOB_LOW = 0x8000_0000_0000_0000L;

    private static final List<Payload> PAYLOADS = IntStream.range(0, 4)
            .mapToObj(number -> Payload.of("{\"n\":" + number + "}", "payload " + number))
            .toList();

    private Domain() {}

    /** Does a job with this key have it, if so or not it still stands? */
    static boolean hasIt(String key, boolean stands) {
        boolean ambiguous = ACTIVE_KEYS.contains(key) && FOREVER_KEYS.contains(key);
        return !ambiguous && (stands || FOREVER_KEYS.contains(key));
    }

    /** The job of this number; larger numbers sort later. */
    public static JobId job(int number) {
        return new JobId(new UUID(JOB_HIGH, JOB_LOW + number));
    }

    /** The node of this number. */
    public static NodeId node(int number) {
        return new NodeId(new UUID(0, number));
    }

    /** The data of this number. */
    public static Payload payload(int number) {
        return PAYLOADS.get(number);
    }

    /** So many microseconds after the time of the step, or before it. */
    public static Instant in(long micros) {
        return WalkClock.in(Duration.ofNanos(micros * 1_000));
    }

    /** So many microseconds. */
    public static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }
}
