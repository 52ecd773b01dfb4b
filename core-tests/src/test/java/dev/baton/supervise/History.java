package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges a supervisor by what it told its listeners, knowing only what events mean: whatever happened, whoever raced whom,
 * the story must make sense for every task.
 */
final class History {

    private final Map<String, Story> stories = new HashMap<>();

    static void judge(List<SupervisorEvent> events) {
        var history = new History();
        for (int i = 0; i < events.size(); i++) {
            try {
                history.next(events.get(i));
            } catch (AssertionError e) {
                throw new AssertionError("Event " + i + " makes no sense: " + events.subList(0, i + 1), e);
            }
        }
        assertThat(events).last().isEqualTo(new SupervisorEvent.SupervisorEnded());
        history.stories.values().forEach(story -> assertThat(story.current).isFalse());
    }

    private Story of(String task) {
        return stories.computeIfAbsent(task, name -> new Story());
    }

    private void next(SupervisorEvent event) {
        if (event instanceof SupervisorEvent.TaskStarted e) {
            of(e.task()).started(e.run());
        } else if (event instanceof SupervisorEvent.TaskCompleted e) {
            of(e.task()).returned(e.run());
        } else if (event instanceof SupervisorEvent.TaskHung e) {
            of(e.task()).hung(e.run());
        } else if (event instanceof SupervisorEvent.TaskFailed e) {
            of(e.task()).failed(e.run());
        } else if (event instanceof SupervisorEvent.RestartScheduled e) {
            of(e.task()).scheduled();
        } else if (event instanceof SupervisorEvent.RestartRequested e) {
            of(e.task()).restarted();
        } else if (event instanceof SupervisorEvent.TaskDied e) {
            of(e.task()).died();
        } else if (event instanceof SupervisorEvent.RunStopped e) {
            assertThat(of(e.task()).leaving.remove(e.run())).isTrue();
        } else if (event instanceof SupervisorEvent.RunAbandoned e) {
            assertThat(of(e.task()).leaving.remove(e.run())).isTrue();
            of(e.task()).abandoned.add(e.run());
        } else if (event instanceof SupervisorEvent.LateResultIgnored e) {
            assertThat(of(e.task()).abandoned.remove(e.run())).isTrue();
        } else if (event instanceof SupervisorEvent.TaskRemoved e) {
            of(e.task()).removed();
            stories.remove(e.task()); // another may have the name, and counts from 1
        }
    }

    /** What is known of one task. */
    private static final class Story {
        private final Set<Long> leaving = new HashSet<>();
        private final Set<Long> abandoned = new HashSet<>();
        private long run;
        private boolean current;
        private boolean mayStart = true;
        private boolean hung;

        void started(long number) {
            assertThat(number).as("runs are counted without gaps").isEqualTo(run + 1);
            assertThat(mayStart)
                    .as("a start has a reason, and a dead task has none")
                    .isTrue();
            assertThat(current).as("one run at a time").isFalse();
            assertThat(leaving).as("the run before has left").isEmpty();
            assertThat(abandoned).hasSizeLessThan(Leavers.ABANDONED_MAX);
            run = number;
            current = true;
            mayStart = false;
        }

        void returned(long number) {
            assertThat(current && number == run)
                    .as("only the current run's result counts")
                    .isTrue();
            current = false;
        }

        void hung(long number) {
            returned(number);
            leaving.add(number);
            hung = true;
        }

        void failed(long number) {
            if (!hung) {
                returned(number);
            }
            hung = false;
        }

        void scheduled() {
            assertThat(current).isFalse();
            mayStart = true;
        }

        void restarted() {
            stop();
            mayStart = true;
        }

        void died() {
            stop();
            mayStart = false;
        }

        void removed() {
            assertThat(current || mayStart).as("it was stopped for good").isFalse();
            assertThat(leaving).as("nothing is heard of its runs any more").isEmpty();
            assertThat(abandoned).isEmpty();
        }

        private void stop() {
            if (current) {
                leaving.add(run);
                current = false;
            }
        }
    }
}
