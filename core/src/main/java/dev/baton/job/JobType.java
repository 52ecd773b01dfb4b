package dev.baton.job;

import dev.baton.internal.check.Names;
import dev.baton.internal.tell.Printable;
import dev.baton.internal.tell.Secrets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A kind of job: its logical name, what its payload is, and how its jobs are run. The name is what the store keeps, so classes
 * can be renamed and moved; nothing in the store is ever loaded as a class. Immutable.
 *
 * @param <P> the payload, best a record
 */
public final class JobType<P> {

    /** The queue of jobs that name none. */
    public static final String DEFAULT_QUEUE = "default";

    private static final int PRIORITY_MAX = 10;
    private static final Duration TIMEOUT_MAX = Duration.ofDays(366);
    private static final Duration KEPT_MAX = Duration.ofDays(36_500);

    private final Draft<P> draft;

    /** What can be said of a type; copied before it is changed, never shared while it is. */
    private static final class Draft<P> {
        private final String name;
        private final Class<P> payload;
        private int version = 1;
        private Map<Integer, UnaryOperator<Map<String, Object>>> upcasts = Map.of();
        private Map<Class<? extends Throwable>, Function<Throwable, Outcome>> classified = Map.of();
        private String queue = DEFAULT_QUEUE;
        private int priority;
        private KeyScope keyScope = KeyScope.FOREVER;
        private Retry retry = Retry.defaults();
        private Duration timeout = Duration.ofMinutes(5);
        private CrashPolicy crash = CrashPolicy.RERUN;
        private ParkedHead parkedHead = ParkedHead.BLOCKS;
        private boolean replayable;
        private boolean witnessed;
        private Optional<Duration> keepFinished = Optional.empty();
        private Function<? super P, String> label;

        Draft(String name, Class<P> payload) {
            this.name = name;
            this.payload = payload;
            this.label = any -> name;
        }

        Draft<P> copy() {
            var copy = new Draft<>(name, payload);
            copy.version = version;
            copy.upcasts = upcasts;
            copy.classified = classified;
            copy.queue = queue;
            copy.priority = priority;
            copy.keyScope = keyScope;
            copy.retry = retry;
            copy.timeout = timeout;
            copy.crash = crash;
            copy.parkedHead = parkedHead;
            copy.replayable = replayable;
            copy.witnessed = witnessed;
            copy.keepFinished = keepFinished;
            copy.label = label;
            return copy;
        }
    }

    private JobType(Draft<P> draft) {
        this.draft = draft;
    }

    private JobType<P> with(Consumer<Draft<P>> change) {
        Draft<P> copy = draft.copy();
        change.accept(copy);
        return new JobType<>(copy);
    }

    /** A type under this name, for payloads of this class. */
    public static <P> JobType<P> of(String name, Class<P> payload) {
        return new JobType<>(new Draft<>(Names.checked("a job type's name", name), Objects.requireNonNull(payload)));
    }

    /** Another type, of which all but what is about the payload is said as of this one. */
    <Q> JobType<Q> like(String other, Class<Q> itsPayload) {
        var like = new Draft<>(Names.checked("a job type's name", other), itsPayload);
        like.classified = draft.classified;
        like.queue = draft.queue;
        like.priority = draft.priority;
        like.retry = draft.retry;
        like.timeout = draft.timeout;
        like.crash = draft.crash;
        like.keepFinished = draft.keepFinished;
        return new JobType<>(like);
    }

    /** The version of the payload that is written now. Raise it when old payloads no longer fit. Default: 1. */
    public JobType<P> version(int version) {
        if (version < 1) {
            throw new BatonException("OUT_OF_RANGE", "A version counts from 1; got " + version + ".");
        }
        return with(d -> d.version = version);
    }

    /** How a stored payload of this version becomes one of the next. Called for jobs that were enqueued before the change. */
    public JobType<P> upcast(int from, UnaryOperator<Map<String, Object>> toNext) {
        var upcasts = new LinkedHashMap<>(draft.upcasts);
        if (upcasts.put(from, Objects.requireNonNull(toNext)) != null) {
            throw new BatonException("DUPLICATE", "Type " + name() + " has two upcasts from version " + from + ".");
        }
        return with(d -> d.upcasts = Map.copyOf(upcasts));
    }

    /** What an exception of this class, or of one below it, means. The nearest class wins. Default: retry. */
    public <E extends Throwable> JobType<P> on(Class<E> exception, Function<? super E, Outcome> meaning) {
        var classified = new LinkedHashMap<>(draft.classified);
        if (classified.put(exception, thrown -> meaning.apply(exception.cast(thrown))) != null) {
            throw new BatonException(
                    "DUPLICATE", "Type " + name() + " says twice what a " + exception.getSimpleName() + " means.");
        }
        return with(d -> d.classified = Map.copyOf(classified));
    }

    /** The queue of jobs that name none themselves. Default: {@value #DEFAULT_QUEUE}. */
    public JobType<P> queue(String queue) {
        Names.checked("a queue's name", queue);
        return with(d -> d.queue = queue);
    }

    /** The priority of jobs that name none themselves, from −10 to 10, larger first. Default: 0. */
    public JobType<P> priority(int priority) {
        checkPriority(priority);
        return with(d -> d.priority = priority);
    }

    /** For how long a unique key of this type admits no second job. Default: for ever. */
    public JobType<P> keyScope(KeyScope scope) {
        return with(d -> d.keyScope = Objects.requireNonNull(scope));
    }

    /** When a failed job is tried again, and how often. Default: {@link Retry#defaults()}. */
    public JobType<P> retry(Retry retry) {
        return with(d -> d.retry = Objects.requireNonNull(retry));
    }

    /** How long a handler may take; after that it is interrupted and the attempt has failed. Default: 5 min. */
    public JobType<P> timeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(TIMEOUT_MAX) > 0) {
            throw new BatonException(
                    "OUT_OF_RANGE", "A time-out must be positive and at most a year; got " + timeout + ".");
        }
        return with(d -> d.timeout = timeout);
    }

    /**
     * What becomes of a job whose process dies while it runs. With RECONCILE and HOLD nothing is repeated blindly: time-outs,
     * interruptions by a stop, a cancellation or a kill, and exceptions that {@link #on} does not classify leave it in doubt, too.
     * Default: RERUN.
     */
    public JobType<P> onCrash(CrashPolicy policy) {
        return with(d -> d.crash = Objects.requireNonNull(policy));
    }

    /** What a dead or held job of this type means to those behind it in its lane. Default: it blocks them. */
    public JobType<P> parkedHead(ParkedHead meaning) {
        return with(d -> d.parkedHead = Objects.requireNonNull(meaning));
    }

    /**
     * Lets the next job of a lane begin when the handler of the one before it has returned, and does not wait until its outcome is
     * committed, which saves a busy lane a commit per job. A crash then repeats the last few jobs of a lane, in their order. Default: not.
     */
    public JobType<P> replayable() {
        return with(d -> d.replayable = true);
    }

    /**
     * Has every record of an attempt at a job of this type, and of what operators do to it, appended to a chain of hashes that the
     * database lets nobody change: evidence that can be verified. Each of its jobs needs a lane, whose chain it is, and is never
     * pruned; it cannot end in a transaction of its handler's. Begin with it when no node of an older version works any more, as such
     * a one appends nothing. Default: not.
     */
    public JobType<P> witnessed() {
        return with(d -> d.witnessed = true);
    }

    /**
     * How long jobs of this type are kept once they are done or cancelled, at most 36,500 days. It counts in every process that names
     * the type; one that does not keeps them as all others. Default: as all others.
     */
    public JobType<P> keepFinished(Duration time) {
        if (time.isNegative() || time.isZero() || time.compareTo(KEPT_MAX) > 0) {
            throw new BatonException(
                    "OUT_OF_RANGE", "A retention must be positive and at most 36,500 days; got " + time + ".");
        }
        return with(d -> d.keepFinished = Optional.of(time));
    }

    /** What to call a job in lists and errors, for people. Keep secrets out of it. Default: the type's name. */
    public JobType<P> label(Function<? super P, String> label) {
        return with(d -> d.label = Objects.requireNonNull(label));
    }

    /** A job of this type, to be enqueued. */
    public JobRequest<P> job(P payload) {
        return JobRequest.of(this, payload);
    }

    /**
     * A job of this type with data that came as JSON text from elsewhere, which is stored exactly as it is.
     *
     * @throws BatonException with the code {@code BAD_PAYLOAD} if no handler could read it, and with others as {@link #encode}
     */
    public JobRequest<P> accept(String json, PayloadCodec codec) {
        return job(Encoding.accepted(this, json, codec)).as(json);
    }

    /** The logical name. */
    public String name() {
        return draft.name;
    }

    /** What payloads are made of. */
    public Class<P> payload() {
        return draft.payload;
    }

    /** The version that is written now. */
    public int version() {
        return draft.version;
    }

    /** The oldest version whose stored payloads can still be read. */
    public int oldestVersion() {
        int oldest = version();
        while (draft.upcasts.containsKey(oldest - 1)) {
            oldest--;
        }
        return oldest;
    }

    /** The queue of jobs that name none. */
    public String queue() {
        return draft.queue;
    }

    /** The priority of jobs that name none. */
    public int priority() {
        return draft.priority;
    }

    /** For how long a key admits no second job. */
    public KeyScope keyScope() {
        return draft.keyScope;
    }

    /** When a failed job is tried again. */
    public Retry retry() {
        return draft.retry;
    }

    /** How long a handler may take. */
    public Duration timeout() {
        return draft.timeout;
    }

    /** What becomes of a job whose process dies. */
    public CrashPolicy onCrash() {
        return draft.crash;
    }

    /** What a parked job means to its lane. */
    public ParkedHead parkedHead() {
        return draft.parkedHead;
    }

    /** Does a lane's next job wait for no commit? */
    public boolean isReplayable() {
        return draft.replayable;
    }

    /** Is there evidence of what happens to its jobs? */
    public boolean isWitnessed() {
        return draft.witnessed;
    }

    /** How long jobs are kept once they are over, if that is said of this type. */
    public Optional<Duration> keepFinished() {
        return draft.keepFinished;
    }

    /** What to call a job with this payload. */
    public String label(P payload) {
        return Printable.of(Secrets.of(payload).hide(draft.label.apply(payload)), 200);
    }

    /** The payload as it is stored, which is known to be readable again. */
    public String encode(P payload, PayloadCodec codec) {
        return Encoding.encode(this, payload, codec);
    }

    /** The payload that was stored under this version, as one of the current version. */
    public P decode(String json, int version, PayloadCodec codec) {
        return codec.decode(upcast(json, version, codec), payload());
    }

    /** What an exception means, if the type says so. */
    public Optional<Outcome> meaningOf(Throwable thrown) {
        for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
            Function<Throwable, Outcome> meaning = draft.classified.get(type);
            if (meaning != null) {
                return Optional.of(meaning.apply(thrown));
            }
        }
        return Optional.empty();
    }

    static void checkPriority(int priority) {
        if (Math.abs(priority) > PRIORITY_MAX) {
            throw new BatonException("OUT_OF_RANGE", "A priority goes from -10 to 10; got " + priority + ".");
        }
    }

    private String upcast(String json, int from, PayloadCodec codec) {
        String current = json;
        for (int version = from; version < version(); version++) {
            UnaryOperator<Map<String, Object>> toNext = draft.upcasts.get(version);
            if (toNext == null) {
                throw new BatonException(
                        "UNDECODABLE", "Type " + name() + " has no upcast from version " + version + ".");
            }
            @SuppressWarnings("unchecked")
            Map<String, Object> fields = codec.decode(current, Map.class);
            current = codec.encode(toNext.apply(fields));
        }
        if (from > version()) {
            throw new BatonException(
                    "UNDECODABLE",
                    "Type " + name() + " has version " + version()
                            + " here; the job was enqueued by a newer program, with version " + from + ".");
        }
        return current;
    }
}
