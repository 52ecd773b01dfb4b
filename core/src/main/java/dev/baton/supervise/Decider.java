package dev.baton.supervise;

import dev.baton.internal.tell.Teller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that decides. It takes a round of messages from the mailbox, decides them one after another, publishes what
 * came of it, and only then answers who asked. It runs no code of tasks or listeners.
 */
final class Decider {

    /** How long the end waits, in real time, for listeners to hear the last events. */
    private static final Duration TELLING_GRACE = Duration.ofSeconds(5);

    private static final int WARNINGS_MAX = 1_000;

    static final Teller.Kinds<SupervisorEvent> KINDS = new Teller.Kinds<>(
            SupervisorEvent.TaskWarned.class::isInstance,
            SupervisorEvent.SupervisorEnded.class::isInstance,
            SupervisorEvent.EventsDropped::new);

    private final Mailbox mailbox = new Mailbox();
    private final Timeline timeline;
    private final Teller<SupervisorEvent> teller;
    private final Supervision supervision;
    private final CompletableFuture<Ending> end = new CompletableFuture<>();
    private final Thread thread = ThreadLauncher.daemon(this::decide);
    private final AtomicInteger warningsWaiting = new AtomicInteger();
    private final AtomicLong warningsDropped = new AtomicLong();
    private final List<SupervisorEvent> untold = new ArrayList<>();
    private List<Mailbox.Message> round = List.of();
    private volatile Map<String, TaskStatus> statuses = Map.of();

    Decider(SupervisorBuilder builder) {
        timeline = builder.timeline == null ? new SystemTimeline() : builder.timeline;
        teller = new Teller<>("baton-supervisor-events", KINDS, List.copyOf(builder.listeners), SupervisorLog.LOG);
        supervision = new Supervision(new Surroundings(
                builder.settings(),
                timeline,
                this::later,
                new ThreadLauncher(builder.threads, this::runEnded),
                this::warn,
                untold::add));
        thread.setName("baton-supervisor");
        thread.start();
    }

    /** Has this decided on the deciding thread, and waits for the answer. */
    <T> T ask(String command, Supplier<T> decision) {
        if (thread.equals(Thread.currentThread())) {
            throw new IllegalStateException("A thread factory or timeline must not send commands: " + command
                    + " would have to be decided in the middle of another decision.");
        }
        var question = new Question<>(decision, () -> refusal(command));
        if (!mailbox.post(Turn.COMMAND, question)) {
            question.refuse();
        }
        return question.await();
    }

    Supervision supervision() {
        return supervision;
    }

    Map<String, TaskStatus> statuses() {
        return statuses;
    }

    CompletableFuture<Ending> end() {
        return end;
    }

    boolean isTelling() {
        return teller.isMyself();
    }

    /** Whatever happens here, in the end everybody who waits gets an answer. */
    private void decide() {
        Ending how = new Ending.Broken(new IllegalStateException("the deciding thread ended without a reason"));
        try {
            how = decideUntilTheEnd();
            teller.awaitEnd(TELLING_GRACE);
        } catch (Throwable defect) {
            how = new Ending.Broken(defect);
            supervision.breakDown(defect);
            publish();
            teller.awaitEnd(TELLING_GRACE);
        } finally {
            end.complete(how);
            round.forEach(Mailbox.Message::refuse);
            mailbox.close();
        }
    }

    private Ending decideUntilTheEnd() {
        Ending ending = null;
        while (ending == null) {
            decideRound();
            ending = supervision.ending();
        }
        return ending;
    }

    /** What is asked of a supervisor that has ended did nothing; if it is broken, that is the more important news. */
    private SupervisorException refusal(String command) {
        boolean broken = end.getNow(new Ending.ShutDown()) instanceof Ending.Broken;
        SupervisorException problem = broken ? end.join().problem() : null;
        return problem == null ? new SupervisorEndedException(command) : problem;
    }

    private void decideRound() {
        round = mailbox.takeRound();
        for (Mailbox.Message message : round) {
            if (supervision.ending() == null) {
                message.handle();
            }
        }
        publish();
        round.forEach(Mailbox.Message::handled);
    }

    /** In this order: who hears of something finds it in the statuses. */
    private void publish() {
        statuses = Collections.unmodifiableMap(supervision.statuses());
        untold.forEach(teller::tell);
        untold.clear();
    }

    /** Through the mailbox, so that a task's warning is heard after its start; but only so many may wait there. */
    private void warn(SupervisorEvent warning) {
        if (warningsWaiting.incrementAndGet() > WARNINGS_MAX) {
            warningsWaiting.decrementAndGet();
            warningsDropped.incrementAndGet();
            return;
        }
        mailbox.post(Turn.RESULT, () -> {
            warningsWaiting.decrementAndGet();
            long dropped = warningsDropped.getAndSet(0);
            if (dropped > 0) {
                untold.add(new SupervisorEvent.EventsDropped(dropped));
            }
            untold.add(warning);
        });
    }

    private void runEnded(String task, long run, @Nullable Throwable failure) {
        // A closed mailbox does not take it: after the end, the result of an abandoned run is of no interest.
        mailbox.post(Turn.RESULT, () -> supervision.ended(task, run, failure));
    }

    private Timeline.Alarm later(Duration delay, Turn turn, Runnable action) {
        var delayed = new Delayed(action);
        delayed.alarm = timeline.after(delay, () -> mailbox.post(turn, delayed));
        return delayed;
    }

    /** An action for later, which can still be called off when its time has come and it waits in the mailbox. */
    private static final class Delayed implements Mailbox.Message, Timeline.Alarm {
        private final Runnable action;
        private Timeline.@Nullable Alarm alarm;
        private boolean cancelled;

        Delayed(Runnable action) {
            this.action = action;
        }

        @Override
        public void handle() {
            if (!cancelled) {
                action.run();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (alarm != null) {
                alarm.cancel();
            }
        }
    }
}
