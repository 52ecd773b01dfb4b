package dev.baton.testkit.store.walk;

import static dev.baton.testkit.store.walk.Domain.BY;
import static dev.baton.testkit.store.walk.Domain.in;
import static dev.baton.testkit.store.walk.Domain.job;
import static dev.baton.testkit.store.walk.Domain.node;
import static dev.baton.testkit.store.walk.Domain.payload;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.JobState;
import dev.baton.store.JobStore;
import dev.baton.store.NewJob;
import dev.baton.store.OperatorCommand;
import dev.baton.store.Urgency;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.store.CallerTransaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Many engines on the reference store, beside itself: what must always hold does, and who walks sees what does not. */
class MemoryWalkTest extends RandomWalkContract {

    /** A reference store that is emptied by being made anew. */
    private static class Walked implements WalkedStore {
        private final InstantSource clock;
        private MemoryStore store;

        Walked(InstantSource clock) {
            this.clock = clock;
            this.store = new MemoryStore(clock);
        }

        @Override
        public JobStore store() {
            return store;
        }

        @Override
        public CallerTransaction begin() {
            return CallerTransaction.of(store.begin());
        }

        @Override
        public void reopen() {}

        @Override
        public void empty() {
            store = new MemoryStore(clock);
        }

        @Override
        public void close() {}
    }

    /** One that forgets the urgency of what is added. */
    private static final class Forgetful extends Walked {
        Forgetful(InstantSource clock) {
            super(clock);
        }

        @Override
        public JobStore store() {
            JobStore real = super.store();
            return (JobStore) Proxy.newProxyInstance(
                    JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, args) -> {
                        boolean add = method.getName().equals("insert") && args[0] instanceof List;
                        try {
                            return add ? insert(real, (List<?>) args[0], (Instant) args[1]) : method.invoke(real, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        private static Object insert(JobStore real, List<?> jobs, Instant now) {
            List<NewJob> forgotten = jobs.stream()
                    .map(NewJob.class::cast)
                    .map(job -> new NewJob(
                            job.id(), job.route(), job.payload(), new Urgency(0, now), job.lane(), job.key()))
                    .toList();
            return real.insert(forgotten, now);
        }
    }

    private static RandomWalk forgetful() {
        var clock = new WalkClock();
        return new RandomWalk(new Forgetful(clock), clock, false);
    }

    @Override
    protected WalkedStore open(InstantSource clock) {
        return new Walked(clock);
    }

    @Override
    protected boolean takesOneEngine() {
        return false;
    }

    @Override
    protected int walks() {
        return WALKS / 4;
    }

    @Test
    void a_store_that_forgets_something_fails_and_the_walk_is_printed_in_a_few_steps() {
        var walks = new Walkers(MemoryWalkTest::forgetful, List.of(0L, 1L, 2L, 3L, 4L, 5L));

        assertThatThrownBy(walks::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the shortest that does has 1 of")
                .hasMessageContaining(
                        "goes_to_its_end() {\n    replay(\n            new Step.Insert(List.of(new NewJob(job(");
    }

    @Test
    void a_cell_to_which_no_walk_came_is_missing() {
        var coverage = new Coverage();

        assertThat(coverage.missing()).hasSize(JobState.values().length * JobState.Command.values().length);
    }

    @Test
    void a_printed_walk_can_be_replayed() {
        replay(
                new Step.Join(node(1), Set.copyOf(Domain.ROUTES)),
                new Step.Insert(List.of(new NewJob(
                        job(1),
                        Domain.ROUTES.get(0),
                        payload(0),
                        new Urgency(0, in(0)),
                        Optional.of("alice"),
                        Optional.empty()))),
                new Step.Command(List.of(new OperatorCommand.OnJob(job(1), OperatorCommand.Act.SKIP, BY))));
    }

    @Test
    void three_steps_have_six_orders_and_the_first_is_as_they_came() {
        assertThat(Race.orders(3)).hasSize(6).doesNotHaveDuplicates().startsWith(List.of(0, 1, 2));
    }
}
