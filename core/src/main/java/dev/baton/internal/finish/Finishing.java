package dev.baton.internal.finish;

import dev.baton.job.JobState;
import dev.baton.job.Retry;
import dev.baton.observe.Event;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.JobStore;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.Route;
import dev.baton.store.StoreUnavailableException;
import dev.baton.supervise.Timeline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Writes down how attempts ended: all that accumulated while the last transaction was in flight, in one. One alone is written
 * at once. While the store is not there, ends wait here, and nothing is lost if the process dies: then the jobs are recovered.
 */
public final class Finishing {

    private static final int BATCH_MAX = 500;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
    private static final Retry PAUSES = Retry.exponential(SHORTEST_PAUSE).cap(Duration.ofMinutes(5));
    private static final Retry IN_HAND_PAUSES =
            Retry.exponential(SHORTEST_PAUSE).cap(Duration.ofSeconds(30));
    private static final int TRIES_AS_IS = 6;

    private final JobStore store;
    private final Consumer<Event> events;
    private final Predicate<Route> blocksLanes;
    private final Consumer<List<Recorded>> recorded;
    private final Runnable wake;
    private final Timeline time;
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Ended> waiting = new ArrayDeque<>();
    private final Set<Ended> batch = new LinkedHashSet<>();
    private final List<Postponed> postponed = new ArrayList<>();
    private final List<InHand> inHand = new ArrayList<>();

    /**
     * An end that is written down.
     *
     * @param over whether its job is, so that it has left its lane
     */
    public record Recorded(Claim claim, boolean over) {}

    /** What the store refuses: it is tried again alone, after a pause that doubles. */
    private record Postponed(Ended ended, int tries, long until) {}

    /** What another transaction has in hand: it is asked for again, with others, after a pause that doubles. */
    private record InHand(Ended ended, long until) {}

    /** An attempt that is over, and how often somebody else had its job in hand when it was to be written down. */
    private record Ended(Claim claim, Ending ending, Optional<String> facts, Duration took, int inVain) {
        Finish finish() {
            return new Finish(claim.id(), claim.fence(), ending, facts);
        }

        /** Without what may be hard to store. */
        Ended plainly() {
            return new Ended(claim, plain(ending), Optional.empty(), took, inVain);
        }

        Ended askedInVain() {
            return new Ended(claim, ending, facts, took, inVain + 1);
        }

        Recorded recorded(Finished answer) {
            return new Recorded(claim, answer.state().filter(JobState::isFinal).isPresent());
        }

        /** Job and fence say which end it is; comparing payloads would cost what they are long. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Ended ended
                    && claim.fence() == ended.claim.fence()
                    && claim.id().equals(ended.claim.id());
        }

        @Override
        public int hashCode() {
            return claim.id().hashCode();
        }
    }

    /** Tells who wants to know whose end is written down, and wakes the loop when there is something to write. */
    public Finishing(
            JobStore store,
            Timeline time,
            Consumer<Event> events,
            Predicate<Route> blocksLanes,
            Consumer<List<Recorded>> recorded,
            Runnable wake) {
        this.store = store;
        this.events = events;
        this.blocksLanes = blocksLanes;
        this.recorded = recorded;
        this.wake = wake;
        this.time = time;
    }

    /** An attempt is over; this is to be written down soon. */
    public void ended(Claim claim, Ending ending, Optional<String> facts, Duration took) {
        handOver(claim, ending, facts, took);
        wake.run();
    }

    /** The same where the caller goes on to {@link #writeHere}. */
    public void handOver(Claim claim, Ending ending, Optional<String> facts, Duration took) {
        lock.lock();
        try {
            waiting.add(new Ended(claim, ending, facts, took, 0));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes down what has accumulated on this thread, whose caller waits for it anyway, and says when that begins and ends. If
     * somebody else is at it, or something goes wrong, it is left to the loop, which tries again, tells and pauses.
     */
    public void writeHere(Runnable begins, Runnable ends) {
        if (writing.tryLock()) {
            begins.run();
            try {
                List<Ended> ended = nextBatch();
                if (!ended.isEmpty()) {
                    write(ended);
                }
            } catch (RuntimeException leftToTheLoop) {
                // It is woken below, as this is still to be written.
            } finally {
                ends.run();
                writing.unlock();
            }
        }
        if (!isEmpty()) {
            wake.run();
        }
    }

    /** Is everything written down? */
    public boolean isEmpty() {
        lock.lock();
        try {
            return waiting.isEmpty() && batch.isEmpty() && postponed.isEmpty() && inHand.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** What was refused, or in somebody's hand, is tried at once, as the end is near. */
    public void hurry() {
        lock.lock();
        try {
            postponed.replaceAll(each -> new Postponed(each.ended(), each.tries(), time.nanos()));
            inHand.replaceAll(each -> new InHand(each.ended(), time.nanos()));
        } finally {
            lock.unlock();
        }
        wake.run();
    }

    /** Writes down what has accumulated, unless somebody else is at it. Answers when to look again, if nothing wakes it first. */
    public Duration runOnce() {
        if (!writing.tryLock()) {
            return IDLE;
        }
        try {
            List<Ended> ended = nextBatch();
            if (ended.isEmpty()) {
                return tryPostponed();
            }
            write(ended);
            return Duration.ZERO;
        } finally {
            writing.unlock();
        }
    }

    /** What could not be written the last time comes first: whether it was is only known when it is written again. */
    private List<Ended> nextBatch() {
        lock.lock();
        try {
            if (batch.isEmpty()) {
                addInHand();
                while (batch.size() < BATCH_MAX && !waiting.isEmpty()) {
                    batch.add(waiting.remove());
                }
            }
            return List.copyOf(batch);
        } finally {
            lock.unlock();
        }
    }

    /** They hold nobody up: if they still are in somebody's hand, the others are written without them. */
    private void addInHand() {
        for (InHand each : List.copyOf(inHand)) {
            if (batch.size() < BATCH_MAX && time.nanos() - each.until() >= 0) {
                inHand.remove(each);
                batch.add(each.ended());
            }
        }
    }

    /** A batch that is refused is split until the culprit stands alone; its neighbours are written without it. */
    private void write(List<Ended> ended) {
        try {
            writeTogether(ended);
        } catch (StoreUnavailableException | OutcomeUnknownException tryAgain) {
            throw tryAgain;
        } catch (RuntimeException refused) {
            if (ended.size() == 1) {
                postpone(new Postponed(ended.get(0), 0, time.nanos()), refused);
            } else {
                write(ended.subList(0, ended.size() / 2));
                write(ended.subList(ended.size() / 2, ended.size()));
            }
        }
    }

    private void writeTogether(List<Ended> ended) {
        List<Finished> answers = store.finish(
                ended.stream().map(Ended::finish).toList(), store.clock().instant());
        var written = new ArrayList<Recorded>();
        lock.lock();
        try {
            for (int i = 0; i < ended.size(); i++) {
                batch.remove(ended.get(i));
                if (isInHand(answers.get(i))) {
                    askAgain(ended.get(i).askedInVain());
                } else {
                    written.add(ended.get(i).recorded(answers.get(i)));
                }
            }
        } finally {
            lock.unlock();
        }
        recorded.accept(written);
        for (int i = 0; i < ended.size(); i++) {
            if (!isInHand(answers.get(i))) {
                tell(ended.get(i), answers.get(i));
            }
        }
    }

    private static boolean isInHand(Finished answer) {
        return answer.answer() == Finished.Answer.IN_HAND;
    }

    private void askAgain(Ended ended) {
        long pause = IN_HAND_PAUSES.plainDelayAfter(ended.inVain()).toNanos();
        inHand.add(new InHand(ended, time.nanos() + pause));
    }

    private void postpone(Postponed refusedNow, RuntimeException refused) {
        long until =
                time.nanos() + PAUSES.plainDelayAfter(refusedNow.tries() + 1).toNanos();
        Ended ended = refusedNow.ended();
        lock.lock();
        try {
            batch.remove(ended);
            postponed.remove(refusedNow);
            postponed.add(new Postponed(ended, refusedNow.tries() + 1, until));
        } finally {
            lock.unlock();
        }
        events.accept(new Event.JobUpdateError(
                ended.claim().id(),
                ended.claim().route().type(),
                ended.claim().route().queue(),
                refused));
    }

    private Duration tryPostponed() {
        for (Postponed each : copyOfPostponed()) {
            if (time.nanos() - each.until() >= 0) {
                tryAlone(each);
            }
        }
        return isEmpty() ? IDLE : SHORTEST_PAUSE;
    }

    private List<Postponed> copyOfPostponed() {
        lock.lock();
        try {
            return List.copyOf(postponed);
        } finally {
            lock.unlock();
        }
    }

    /** As it is; and once that was refused several times, without what may be hard to store. */
    private void tryAlone(Postponed each) {
        Ended ended = each.ended();
        Ended written = each.tries() < TRIES_AS_IS ? ended : ended.plainly();
        try {
            writeTogether(List.of(written));
        } catch (StoreUnavailableException | OutcomeUnknownException tryAgain) {
            throw tryAgain;
        } catch (RuntimeException refused) {
            postpone(each, refused);
            return;
        }
        lock.lock();
        try {
            postponed.remove(each);
        } finally {
            lock.unlock();
        }
        if (!written.finish().equals(ended.finish())) {
            events.accept(new Event.ResultLost(
                    ended.claim().id(),
                    ended.claim().route().type(),
                    ended.claim().route().queue(),
                    new IllegalStateException("The store refused the end of the attempt with what it said")));
        }
    }

    private static Ending plain(Ending ending) {
        if (ending instanceof Ending.Done) {
            return new Ending.Done(Optional.empty());
        } else if (ending instanceof Ending.Retry retry) {
            return new Ending.Retry(retry.dueAt(), "UNSTORABLE", "");
        } else if (ending instanceof Ending.Dead) {
            return new Ending.Dead("UNSTORABLE", "");
        } else if (ending instanceof Ending.Held) {
            return new Ending.Held("UNSTORABLE", "");
        } else if (ending instanceof Ending.Unknown unknown) {
            return new Ending.Unknown(unknown.dueAt(), "UNSTORABLE", "", unknown.charged());
        }
        return ending;
    }

    private void tell(Ended ended, Finished answer) {
        Told told = new Told(ended.claim(), ended.took());
        boolean began = !(ended.ending() instanceof Ending.Unstarted);
        JobState state = answer.state().orElse(JobState.RUNNING);
        if (answer.answer() == Finished.Answer.FENCED) {
            if (began) {
                events.accept(told.fenced());
            }
        } else if (answer.answer() == Finished.Answer.OUT_OF_TURN) {
            events.accept(told.ended(new Ending.Released()));
        } else if (state == JobState.CANCELLED) {
            events.accept(told.cancelled());
        } else if (state == JobState.DONE) {
            events.accept(told.ended(new Ending.Done(Optional.empty())));
        } else {
            events.accept(told.ended(ended.ending()));
            if (blocksLanes.test(ended.claim().route())) {
                told.laneBlocked(state).ifPresent(events);
            }
        }
    }
}
