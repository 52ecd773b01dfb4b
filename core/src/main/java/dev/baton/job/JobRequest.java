package dev.baton.job;

import dev.baton.internal.check.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job that is to be enqueued: its payload, and what is asked of it beyond its type. Immutable.
 *
 * @param <P> the payload
 */
public final class JobRequest<P> {

    private final JobType<P> type;
    private final P payload;
    private final Options options;
    private final @Nullable String text;

    private record Options(
            String queue,
            int priority,
            When when,
            Optional<Place> place,
            Optional<String> key,
            Optional<String> limitKey,
            boolean again,
            First first) {
        Options queue(String other) {
            return new Options(other, priority, when, place, key, limitKey, again, first);
        }

        Options priority(int other) {
            return new Options(queue, other, when, place, key, limitKey, again, first);
        }

        Options when(When other) {
            return new Options(queue, priority, other, place, key, limitKey, again, first);
        }

        Options place(Place other) {
            return new Options(queue, priority, when, Optional.of(other), key, limitKey, again, first);
        }

        Options key(String other) {
            return new Options(queue, priority, when, place, Optional.of(other), limitKey, again, first);
        }

        Options limitKey(String other) {
            return new Options(queue, priority, when, place, key, Optional.of(other), again, first);
        }

        Options againIfRunning() {
            return new Options(queue, priority, when, place, key, limitKey, true, first);
        }

        Options first(First other) {
            return new Options(queue, priority, when, place, key, limitKey, again, other);
        }
    }

    /** The lane that numbers it, and whether it orders it, too. */
    private record Place(String lane, boolean ordered) {}

    /** How it begins: held, over, or waiting to be run as most do. */
    private record First(Optional<Outcome.Held> held, Optional<Over> over) {
        static final First WAITING = new First(Optional.empty(), Optional.empty());
    }

    /**
     * With what a job is over from the start.
     *
     * @param end done or cancelled
     */
    public record Over(JobState end, String code, String message) {}

    /** When it is due: at a time, or so long after it is enqueued. */
    private record When(Optional<Instant> at, Duration in) {}

    private JobRequest(JobType<P> type, P payload, Options options, @Nullable String text) {
        this.type = type;
        this.payload = payload;
        this.options = options;
        this.text = text;
    }

    static <P> JobRequest<P> of(JobType<P> type, P payload) {
        Objects.requireNonNull(payload, "payload");
        var now = new When(Optional.empty(), Duration.ZERO);
        return new JobRequest<>(
                type,
                payload,
                new Options(
                        type.queue(),
                        type.priority(),
                        now,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        First.WAITING),
                null);
    }

    /** Admits one job for this key, for as long as the type's {@link KeyScope} says. */
    public JobRequest<P> uniqueKey(String key) {
        return with(options.key(Names.checkedText("a unique key", key)));
    }

    /**
     * Counts for the limits of this key: those of its type or queue that hold for each key, such as a tenant or a provider. Only nodes that say
     * such a limit take it.
     */
    public JobRequest<P> limitKey(String key) {
        return with(options.limitKey(Names.checkedText("a limit key", key)));
    }

    /** With an ACTIVE key whose job is running: one more job after it, instead of none. */
    public JobRequest<P> againIfRunning() {
        return with(options.againIfRunning());
    }

    /**
     * In this lane, with its next number: jobs of a lane run one after another in the order in which they were committed, whatever
     * their types and priorities. One that is not due yet, is being retried or is parked keeps those behind it waiting.
     */
    public JobRequest<P> lane(String lane) {
        return with(options.place(new Place(Names.checkedText("a lane's name", lane), true)));
    }

    /**
     * With the next number of this lane, and without its order: it neither waits for others of the lane nor do they wait for it. Numbers
     * are the same as those of {@link #lane(String)}, and so is the switch.
     */
    public JobRequest<P> numberedIn(String lane) {
        return with(options.place(new Place(Names.checkedText("a lane's name", lane), false)));
    }

    /**
     * Held from the start: nobody knows what was done of it elsewhere, such as in a queue that it comes from. It does not run before
     * somebody has said that it was not done; one with {@link CrashPolicy#RECONCILE} can be asked about with this code.
     */
    public JobRequest<P> held(String code, String message) {
        var why = (Outcome.Held) Outcome.hold(code, message);
        return with(options.first(new First(Optional.of(why), Optional.empty())));
    }

    /**
     * Over from the start, and never run: it was done or given up elsewhere, such as in a queue that it comes from. It has its number, its
     * key for as long as the type's {@link KeyScope} says, and is found as any other that ended.
     *
     * @param end {@link JobState#DONE} or {@link JobState#CANCELLED}
     */
    public JobRequest<P> over(JobState end, String code, String message) {
        return with(options.first(new First(Optional.empty(), Optional.of(new Over(end, code, message)))));
    }

    /** Not before this time. A time in the past means now. */
    public JobRequest<P> at(Instant time) {
        return with(options.when(new When(Optional.of(time), Duration.ZERO)));
    }

    /** Not before so much time has passed. */
    public JobRequest<P> in(Duration delay) {
        if (delay.isNegative()) {
            throw new BatonException(
                    "BAD_TIME", "A delay must not be negative; got " + delay + ". Nothing was stored.");
        }
        return with(options.when(new When(Optional.empty(), delay)));
    }

    /** On this queue instead of its type's. */
    public JobRequest<P> queue(String queue) {
        return with(options.queue(Names.checked("a queue's name", queue)));
    }

    /** With this priority instead of its type's, from −10 to 10, larger first. */
    public JobRequest<P> priority(int priority) {
        JobType.checkPriority(priority);
        return with(options.priority(priority));
    }

    /** What kind of job it is. */
    public JobType<P> type() {
        return type;
    }

    /** Its payload. */
    public P payload() {
        return payload;
    }

    /** The same, stored as this text, which is known to be its payload. */
    JobRequest<P> as(String json) {
        return new JobRequest<>(type, payload, options, json);
    }

    /** Its payload as it is stored: the text it was accepted as, or what the codec makes of it. */
    public String json(PayloadCodec codec) {
        return text == null ? type.encode(payload, codec) : text;
    }

    /** Its queue. */
    public String queue() {
        return options.queue();
    }

    /** Its priority. */
    public int priority() {
        return options.priority();
    }

    /** Its lane, which gives it its number. */
    public Optional<String> lane() {
        return options.place().map(Place::lane);
    }

    /** Does it have a lane that only numbers it? */
    public boolean isNumberedOnly() {
        return options.place().filter(place -> !place.ordered()).isPresent();
    }

    /** Its unique key. */
    public Optional<String> key() {
        return options.key();
    }

    /** The key whose limits it counts for. */
    public Optional<String> limitKey() {
        return options.limitKey();
    }

    /** Why it is held from the start, if it is. */
    public Optional<Outcome.Held> held() {
        return options.first().held();
    }

    /** With what it is over from the start, if it is. */
    public Optional<Over> over() {
        return options.first().over();
    }

    /** Is one more job wanted after the one that runs under its key? */
    public boolean isAgainIfRunning() {
        return options.again();
    }

    /** When it is due, if it is enqueued now. */
    public Instant dueAt(Instant now) {
        Duration in = options.when().in();
        Instant latest = now.plus(LONGEST);
        Instant wanted = options.when().at().orElseGet(() -> in.compareTo(LONGEST) > 0 ? Instant.MAX : now.plus(in));
        if (wanted.isAfter(latest)) {
            throw new BatonException(
                    "BAD_TIME", "A job is due within ten years, by " + latest + " at the latest. Nothing was stored.");
        }
        return wanted.isBefore(now) ? now : wanted;
    }

    private static final Duration LONGEST = Duration.ofDays(3653);

    private JobRequest<P> with(Options changed) {
        return new JobRequest<>(type, payload, changed, text);
    }
}
