package dev.baton.internal.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.store.Backlog;
import dev.baton.store.JobStore;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When it is looked whether all is done, and how often. */
class DrainingTest {

    private static final JobId OPEN = new JobId(new UUID(1, 2));

    private final ManualClock clock = new ManualClock();
    private final List<Optional<JobId>> looks = new ArrayList<>();
    private Duration took = Duration.ZERO;
    private Backlog.Look answer = new Backlog.Look(true, Optional.of(OPEN));

    private Draining draining() {
        var hook = new Draining.Hook(new Backlog.Drain("all", Set.of("note.take")), now -> {
            throw new AssertionError("nothing is done");
        });
        return new Draining(store(), clock, List.of(hook), job -> {});
    }

    /** One that only says how it stands. */
    private JobStore store() {
        var backlog = (Backlog) Proxy.newProxyInstance(
                Backlog.class.getClassLoader(), new Class<?>[] {Backlog.class}, (proxy, method, arguments) -> {
                    looks.add(((Optional<?>) arguments[1]).map(JobId.class::cast));
                    clock.advance(took);
                    return answer;
                });
        var memory = new MemoryStore(clock);
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(),
                new Class<?>[] {JobStore.class},
                (proxy, method, arguments) ->
                        method.getName().equals("backlog") ? backlog : method.invoke(memory, arguments));
    }

    @Test
    void it_looks_at_once_and_then_every_five_seconds() {
        Draining draining = draining();

        assertThat(draining.runOnce()).isEqualTo(Duration.ofSeconds(5));
        assertThat(looks).hasSize(1);
        clock.advance(Duration.ofSeconds(5));
        assertThat(draining.runOnce()).isEqualTo(Duration.ofSeconds(5));
        assertThat(looks).hasSize(2);
    }

    @Test
    void however_many_jobs_end_it_looks_ten_times_a_second_at_most() {
        Draining draining = draining();
        assertThat(draining.ended("note.take")).isTrue();
        assertThat(draining.ended("note.take")).as("it is woken once").isFalse();
        assertThat(draining.ended("other")).as("nobody watches it").isFalse();
        draining.runOnce();

        assertThat(draining.ended("note.take")).isTrue();
        clock.advance(Duration.ofMillis(30));
        assertThat(draining.runOnce()).isEqualTo(Duration.ofMillis(70));
        assertThat(looks).hasSize(1);
        clock.advance(Duration.ofMillis(70));
        draining.runOnce();
        assertThat(looks).hasSize(2);
    }

    @Test
    void after_a_look_that_took_long_it_rests_for_twenty_times_as_long() {
        Draining draining = draining();
        took = Duration.ofSeconds(1);

        assertThat(draining.runOnce()).isEqualTo(Duration.ofSeconds(20));
        assertThat(draining.ended("note.take")).isTrue();
        clock.advance(Duration.ofSeconds(19));
        assertThat(draining.runOnce()).isEqualTo(Duration.ofSeconds(1));
        assertThat(looks).hasSize(1);
    }

    @Test
    void one_that_was_open_is_asked_about_first_the_next_time() {
        Draining draining = draining();
        draining.runOnce();
        clock.advance(Duration.ofSeconds(5));
        answer = new Backlog.Look(false, Optional.empty());
        draining.runOnce();
        clock.advance(Duration.ofSeconds(5));
        draining.runOnce();

        assertThat(looks).containsExactly(Optional.empty(), Optional.of(OPEN), Optional.empty());
    }
}
