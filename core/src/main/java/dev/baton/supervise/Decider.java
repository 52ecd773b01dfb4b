package dev.baton.supervise;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that decides. It takes a round of messages from the mailbox, decides them one after another, publishes the
 * statuses, tells the listeners, and only then answers who asked.
 */
final class Decider {

    private final Mailbox mailbox = new Mailbox();
    private final Queue<SupervisorEvent> untold = new ArrayDeque<>();
    private final List<Consumer<? super SupervisorEvent>> listeners;
    private final Timeline timeline;
    private final Supervision supervision;
    private final CompletableFuture<Ending> end = new CompletableFuture<>();
    private final Thread thread;
    private List<Mailbox.Message> round = List.of();
    private volatile Map<String, TaskStatus> statuses = Map.of();

    Decider(SupervisorBuilder builder) {
        listeners = List.copyOf(builder.listeners);
        timeline = builder.timeline == null ? new SystemTimeline() : builder.timeline;
        supervision = new Supervision(new Surroundings(
                builder.settings(),
                timeline,
                this::later,
                new ThreadLauncher(builder.threads, this::runEnded),
                warning -> tell(Turn.RESULT, () -> untold.add(warning)),
                untold::add));
        thread = ThreadLauncher.daemon(this::decide);
        thread.setName("baton-supervisor");
        thread.start();
    }

    /** Has this decided on the deciding thread, and waits for the answer. */
    <T> T ask(String command, Supplier<T> decision) {
        if (isMyself()) {
            // A listener asks, between two decisions: decide at once; what comes of it is told after what is being
            // told.
            T answer = decision.get();
            publish();
            return answer;
        }
        var question = new Question<>(command, decision);
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

    boolean isMyself() {
        return thread.equals(Thread.currentThread());
    }

    private void decide() {
        Ending how = null;
        while (how == null) {
            try {
                round();
                how = supervision.ending();
            } catch (Throwable defect) {
                how = new Ending.Broken(defect);
                stopWhatCanBeStopped();
            }
        }
        end.complete(how);
        round.forEach(Mailbox.Message::refuse);
        mailbox.close();
        if (timeline instanceof SystemTimeline own) {
            own.close();
        }
    }

    private void round() {
        round = mailbox.takeRound();
        round.forEach(Mailbox.Message::handle);
        publish();
        tellListeners();
        round.forEach(Mailbox.Message::handled);
    }

    private void publish() {
        statuses = Collections.unmodifiableMap(supervision.statuses());
    }

    private void tellListeners() {
        for (SupervisorEvent event = untold.poll(); event != null; event = untold.poll()) {
            for (Consumer<? super SupervisorEvent> listener : listeners) {
                tell(listener, event);
            }
        }
    }

    private static void tell(Consumer<? super SupervisorEvent> listener, SupervisorEvent event) {
        try {
            listener.accept(event);
        } catch (Throwable failure) {
            SupervisorLog.listenerFailed(listener, event, failure);
        }
    }

    private void tell(Turn turn, Mailbox.Message message) {
        // A closed mailbox does not take it: after the end, the result of an abandoned run is of no interest.
        mailbox.post(turn, message);
    }

    private void runEnded(String task, long run, @Nullable Throwable failure) {
        tell(Turn.RESULT, () -> supervision.ended(task, run, failure));
    }

    private Timeline.Alarm later(Duration delay, Turn turn, Runnable action) {
        var delayed = new Delayed(action);
        delayed.alarm = timeline.after(delay, () -> tell(turn, delayed));
        return delayed;
    }

    private void stopWhatCanBeStopped() {
        try {
            supervision.shutdown();
            publish();
            tellListeners();
        } catch (Throwable second) {
            // The first defect is the one to report.
        }
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
