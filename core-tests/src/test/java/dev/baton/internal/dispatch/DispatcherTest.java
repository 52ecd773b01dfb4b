package dev.baton.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JacksonCodec;
import dev.baton.job.JobIds;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A process that stands still between the moment it asks for a thread and the moment the thread is there. */
class DispatcherTest implements Threads {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note", Note.class);
    private static final NodeId NODE = new NodeId(new UUID(1, 1));

    private final ManualClock clock = new ManualClock();
    private final List<Runnable> bodies = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final List<String> handled = new ArrayList<>();
    private Optional<NodeId> me = Optional.of(NODE);

    @Override
    public void execute(Runnable body) {
        bodies.add(body);
    }

    @Override
    public boolean areUsedAgain() {
        return false;
    }

    @Override
    public void interrupt(Runnable body) {
        body.run();
    }

    @Override
    public void close() {}

    private void takeOne() {
        var registration = new Registration<Note, List<String>>(
                NOTE,
                handled,
                (note, run, all) -> {
                    all.add(note.text());
                    return Outcome.done();
                },
                null);
        var writers = new Surroundings.Writers(
                (claim, ending, facts, took) -> endings.add(ending),
                new Keeping(new MemoryStore(clock), new JacksonCodec(), () -> true));
        var wakes = new Surroundings.Wakes(() -> {}, () -> {}, () -> {});
        var registry = new Registry(List.of(registration), Set.of());
        var dispatcher = new Dispatcher(
                new Surroundings(clock, this, writers, event -> {}, () -> me, wakes),
                registry,
                new Handling(clock, new Random(1), new JacksonCodec(), event -> {}),
                new Limits(4, Map.of(), Map.of()));
        var known = new Claim.Known(
                new Tally(1, 0, 0), Optional.empty(), Instant.EPOCH, List.of(), Optional.empty(), false);
        var route = new Route(NOTE.queue(), NOTE.name(), 1);
        var id = new JobIds(clock, new Random(1)).next();
        dispatcher.take(
                List.of(new Claim(id, route, Payload.of("{\"text\":\"hi\"}", ""), Optional.empty(), 1, known)), NODE);
    }

    @Test
    void what_may_still_begin_when_its_thread_is_there_begins() {
        takeOne();
        bodies.forEach(Runnable::run);

        assertThat(handled).containsExactly("hi");
        assertThat(endings).singleElement().isInstanceOf(Ending.Done.class);
    }

    @Test
    void nothing_begins_past_the_lease_though_a_thread_was_asked_for_before() {
        takeOne();
        me = Optional.empty();
        bodies.forEach(Runnable::run);

        assertThat(handled).isEmpty();
        assertThat(endings).singleElement().isInstanceOf(Ending.Unstarted.class);
    }

    @Test
    void nothing_begins_that_was_claimed_under_an_earlier_id_of_this_node() {
        takeOne();
        me = Optional.of(new NodeId(new UUID(1, 2)));
        bodies.forEach(Runnable::run);

        assertThat(handled).isEmpty();
        assertThat(endings).singleElement().isInstanceOf(Ending.Unstarted.class);
    }
}
