package dev.baton.supervise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.tell.Teller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TellerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<SupervisorEvent> heard = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private static Teller<SupervisorEvent> teller(List<Consumer<SupervisorEvent>> listeners) {
        return new Teller<>("test-events", Decider.KINDS, listeners, SupervisorLog.LOG);
    }

    private Teller<SupervisorEvent> stuckTeller() throws InterruptedException {
        var teller = teller(List.of(event -> {
            heard.add(event);
            stuck.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        teller.tell(new SupervisorEvent.SupervisorStarted(0));
        stuck.await();
        return teller;
    }

    @Test
    void warnings_that_listeners_cannot_keep_up_with_are_dropped_and_counted_and_decisions_are_not() throws Exception {
        Teller<SupervisorEvent> teller = stuckTeller();
        var warning = new SupervisorEvent.TaskWarned("noisy", 1, "again", new Exception());
        for (int i = 0; i < 5_000; i++) {
            teller.tell(warning);
        }
        var decision = new SupervisorEvent.TaskStarted("important", 1);
        teller.tell(decision);
        teller.tell(new SupervisorEvent.SupervisorEnded());

        release.countDown();
        teller.awaitEnd(PATIENCE);

        assertThat(heard).filteredOn(warning::equals).hasSize(1_000);
        assertThat(heard)
                .endsWith(new SupervisorEvent.EventsDropped(4_000), decision, new SupervisorEvent.SupervisorEnded());
    }

    @Test
    void a_stuck_listener_costs_bounded_memory_and_still_hears_the_end() throws Exception {
        Teller<SupervisorEvent> teller = stuckTeller();
        for (int i = 0; i < 150_000; i++) {
            teller.tell(new SupervisorEvent.TaskStarted("busy", i));
        }
        teller.tell(new SupervisorEvent.SupervisorEnded());

        release.countDown();
        teller.awaitEnd(PATIENCE);

        assertThat(heard).hasSize(1 + 100_000 + 2);
        assertThat(heard).endsWith(new SupervisorEvent.EventsDropped(50_000), new SupervisorEvent.SupervisorEnded());
    }

    @Test
    void nothing_is_told_after_the_end() {
        var teller = teller(List.of(heard::add));
        teller.tell(new SupervisorEvent.SupervisorEnded());
        teller.tell(new SupervisorEvent.TaskWarned("late", 1, "too late", new Exception()));

        teller.awaitEnd(PATIENCE);

        assertThat(heard).containsExactly(new SupervisorEvent.SupervisorEnded());
    }

    @Test
    void an_interrupt_that_one_listener_leaves_behind_does_not_reach_the_next() {
        List<Boolean> flags = Collections.synchronizedList(new ArrayList<>());
        var teller = teller(List.of(
                event -> Thread.currentThread().interrupt(),
                event -> flags.add(Thread.currentThread().isInterrupted())));
        teller.tell(new SupervisorEvent.SupervisorEnded());

        teller.awaitEnd(PATIENCE);

        assertThat(flags).containsExactly(false);
    }
}
