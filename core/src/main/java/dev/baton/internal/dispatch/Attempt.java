package dev.baton.internal.dispatch;

import dev.baton.internal.tell.Printable;
import dev.baton.internal.tell.Secrets;
import dev.baton.job.BatonException;
import dev.baton.job.Clearance;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.Run;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.NodeId;
import dev.baton.store.Progress;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A claimed job here, from its claim until its end is written down. It ends once: by its handler's return, or because it is
 * given up; whoever comes second changes nothing.
 */
final class Attempt implements Run {

    private static final int TEXT_MAX = 200;
    /** Who watches the time of attempts looks often enough for longer ones. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final Claim claim;
    private final NodeId node;
    private final Registration<?, ?> registration;
    private final Surroundings around;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.OPEN);
    private final AtomicReference<Progress.@Nullable Mark> progress = new AtomicReference<>();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread thread;
    private final AtomicReference<@Nullable Reason> told = new AtomicReference<>();
    private volatile long waitsSince;
    private volatile long startedAt;
    private volatile long toldAt;
    private volatile Instant beganAt;
    private volatile Duration timeout;
    private volatile boolean begun;
    private volatile boolean inDoubt;
    private volatile boolean entered;
    private volatile boolean cancelWanted;
    private volatile boolean finishedIn;
    private volatile @Nullable Object payload;
    private volatile Optional<String> checkpoint;
    private volatile Optional<String> facts = Optional.empty();
    private volatile boolean askForCheckpoint;

    /** Where an attempt is on its way to its end. */
    enum Phase {
        OPEN,
        /** Nobody waits for its handler any more. */
        LEFT,
        ENDED
    }

    /** Why an attempt was told to end. */
    enum Reason {
        CANCELLED("CANCELLED"),
        TIMED_OUT("TIMEOUT"),
        LOST("LOST"),
        STOPPING("INTERRUPTED");

        private final String code;

        Reason(String code) {
            this.code = code;
        }

        /** What is said of an attempt that ended like this and may have done something. */
        String code() {
            return code;
        }
    }

    Attempt(Claim claim, NodeId node, Registration<?, ?> registration, Surroundings around, long nanos) {
        this.claim = claim;
        this.node = node;
        this.registration = registration;
        this.around = around;
        this.checkpoint = claim.known().checkpoint();
        this.cancelWanted = claim.known().cancelWanted();
        this.inDoubt = !claim.known().doubts().isEmpty() && registration.type().onCrash() != CrashPolicy.RERUN;
        this.waitsSince = nanos;
        this.startedAt = nanos;
        this.beganAt = Instant.MIN;
        this.timeout = registration.type().timeout();
    }

    Claim claim() {
        return claim;
    }

    /** Under which id it was claimed. */
    NodeId node() {
        return node;
    }

    Registration<?, ?> registration() {
        return registration;
    }

    /** What is wanted of it; null as long as it may go on. */
    @Nullable
    Reason told() {
        return told.get();
    }

    /** It ends; answers where it was before. Of no effect once it has ended. */
    Phase end() {
        return phase.getAndSet(Phase.ENDED);
    }

    /** Nobody waits for its handler any more; true for the one who decides that. */
    boolean leave() {
        return phase.compareAndSet(Phase.OPEN, Phase.LEFT);
    }

    /**
     * Does it stay the owner of its job for as long as its handler runs, whatever happens? Otherwise another of its lane would begin
     * beside it, or work that must not be repeated blindly would be.
     */
    boolean keepsItsJob() {
        return claim.turn().isPresent() || registration.type().onCrash() != CrashPolicy.RERUN;
    }

    /** Is it unknown what came of the attempts before this one, and to be asked first? */
    boolean isInDoubt() {
        return inDoubt;
    }

    /** It is known by now what came of them. */
    void resolved() {
        inDoubt = false;
    }

    /** Has the handler begun? */
    boolean isEntered() {
        return entered;
    }

    /** The handler is about to run: from now on it may have done something. */
    void enter() {
        entered = true;
    }

    /** May the handler have done something, of which nobody is to be in doubt? */
    boolean leavesDoubt() {
        return entered && registration.type().onCrash() != CrashPolicy.RERUN;
    }

    boolean isCancelWanted() {
        return cancelWanted;
    }

    /** Somebody wants the job cancelled. The handler is told; but what is in doubt is found out first. */
    void cancel(long nanos) {
        cancelWanted = true;
        if (!inDoubt) {
            tell(Reason.CANCELLED, nanos);
        }
    }

    /** What its payload is, so that what is secret in it is known. */
    void decoded(Object value) {
        payload = value;
    }

    /** Text without what is secret in its payload; as long as that was not read, no text is safe if there may be something. */
    String hide(String text) {
        Object known = payload;
        if (known == null) {
            return Secrets.areIn(registration.type().payload()) ? "***" : text;
        }
        return Secrets.of(known).hide(text);
    }

    /** Is its end part of a transaction of its handler's? */
    boolean isFinishedIn() {
        return finishedIn;
    }

    /** Is its job over if it ends like this? Of one that is finished in a transaction of its handler's the store knows. */
    boolean mayLeaveItsLane(Ending ending) {
        return ending instanceof Ending.Done || ending instanceof Ending.Cancelled || finishedIn;
    }

    /** The handler has a thread, and its time begins: what waits for a processor has used up none of it. */
    void begin(long nanos, Instant now) {
        startedAt = nanos;
        beganAt = now;
        begun = true;
    }

    Duration took(long nanos) {
        return begun ? Duration.ofNanos(Math.max(0, nanos - startedAt)) : Duration.ZERO;
    }

    /** From now on it waits for nothing but a slot. */
    void waitsSince(long nanos) {
        waitsSince = nanos;
    }

    /** How long it could have begun. */
    Duration waited(long nanos) {
        return Duration.ofNanos(nanos - waitsSince);
    }

    Duration timeout() {
        return timeout;
    }

    /** How long it may go on; negative once its time is over. */
    Duration untilDeadline(long nanos) {
        return timeout().minus(took(nanos));
    }

    Duration sinceTold(long nanos) {
        return Duration.ofNanos(nanos - toldAt);
    }

    /** From here on this thread is the handler's, and interrupts reach it. */
    void enterOn(Thread current) {
        lock.lock();
        try {
            thread = current;
            if (told() != null) {
                current.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** From here on no interrupt for this attempt reaches the thread, which may be somebody else's next. */
    void exit() {
        lock.lock();
        try {
            thread = null;
        } finally {
            lock.unlock();
        }
    }

    /** Tells the handler to end, once; the first reason counts. */
    void tell(Reason reason, long nanos) {
        if (told() == null) {
            toldAt = nanos;
        }
        if (told.compareAndSet(null, reason)) {
            around.threads().interrupt(this::interrupt);
        }
    }

    /** Interrupting somebody who uses a channel closes that channel on this thread, which may take its time or throw. */
    private void interrupt() {
        lock.lock();
        try {
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The newest progress that was not taken yet. */
    Optional<Progress> takeProgress() {
        return Optional.ofNullable(progress.getAndSet(null)).map(mark -> new Progress(id(), fence(), mark));
    }

    @Override
    public JobId id() {
        return claim.id();
    }

    @Override
    public String label() {
        return claim.payload().label();
    }

    @Override
    public int attempt() {
        return claim.tally().attempts();
    }

    @Override
    public long fence() {
        return claim.fence();
    }

    @Override
    public Optional<Turn> turn() {
        return claim.number();
    }

    @Override
    public Instant beganAt() {
        return beganAt;
    }

    @Override
    public Duration took() {
        return took(around.time().nanos());
    }

    @Override
    public Instant deadline() {
        return begun ? beganAt.plus(timeout) : Instant.MAX;
    }

    @Override
    public void limit(Duration fromNow) {
        Duration longest = registration.type().timeout();
        Duration inAll = took().plus(fromNow);
        timeout = inAll.compareTo(longest) < 0 ? inAll : longest;
        if (fromNow.compareTo(SHORT) < 0) {
            around.wakes().hurry().run();
        }
    }

    /** What is known here comes last: it also tells whether the store took so long that its answer says nothing any more. */
    @Override
    public Clearance clearance() {
        Clearance said = around.keeping().clearance(claim, node);
        return said == Clearance.CLEAR && cancelled() ? Clearance.ENDING : said;
    }

    @Override
    public void progress(long done, long total, String text) {
        if (done < 0 || total < 0) {
            throw new BatonException("OUT_OF_RANGE", "Progress counts from 0; got " + done + " of " + total + ".");
        }
        progress.set(new Progress.Mark(done, total, Printable.of(hide(text), TEXT_MAX)));
    }

    @Override
    public void checkpoint(Object value) {
        checkpoint = Optional.of(around.keeping().checkpoint(claim, value));
    }

    @Override
    public void checkpoint(Connection transaction, Object value) {
        around.keeping().checkpoint(claim, transaction, value);
        askForCheckpoint = true;
    }

    /** Whether a transaction of the handler's has committed knows only the store. */
    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        Optional<String> json = askForCheckpoint ? around.keeping().checkpoint(id()) : checkpoint;
        return json.map(text -> around.keeping().decoded(text, type));
    }

    @Override
    public void facts(Object values) {
        facts = Optional.of(around.keeping().facts(values));
    }

    /** What is to be kept with it, however it ends. */
    Optional<String> facts() {
        return facts;
    }

    @Override
    public void finishIn(Connection transaction) {
        finishIn(transaction, Optional.empty());
    }

    @Override
    public void finishIn(Connection transaction, Object result) {
        finishIn(transaction, Optional.of(result));
    }

    private void finishIn(Connection transaction, Optional<Object> result) {
        if (claim.turn().isPresent() && registration.type().isReplayable()) {
            throw new BatonException(
                    "FINISH_IN_RUN",
                    "Jobs of a lane whose type is replayable begin before those ahead of them are written down, so they "
                            + "cannot end in a transaction of their own; nothing was done.");
        }
        around.keeping().finishIn(claim, transaction, result, facts);
        finishedIn = true;
    }

    @Override
    public boolean cancelled() {
        return cancelWanted || told() != null || phase.get() != Phase.OPEN;
    }
}
