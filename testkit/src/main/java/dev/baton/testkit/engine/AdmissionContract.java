package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.observe.Event;
import dev.baton.store.Inserted;
import dev.baton.store.JobFilter;
import dev.baton.store.KeyReusedException;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import dev.baton.testkit.store.AtOnce;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many jobs may be pending before one more is refused. */
abstract class AdmissionContract {

    private static final JobType<Note> OTHER = JobType.of("other", Note.class);

    abstract EngineUnderTest it();

    private static void assertFull(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BACKLOG_FULL"))
                .hasMessageContaining("nothing was stored");
    }

    private int stored() {
        return it().store()
                .list(JobFilter.ALL, Optional.empty(), 1_000, it().clock.instant())
                .size();
    }

    private static List<JobRequest<Note>> notes(int howMany) {
        return Collections.nCopies(howMany, NOTE.job(new Note("x")));
    }

    @Test
    @Tag("R-002-46")
    @Tag("R-004-39")
    void one_more_than_may_be_pending_is_refused_and_nothing_is_stored() throws Exception {
        Baton baton = it().start(setup -> setup.enqueues(NOTE, OTHER).backlog(NOTE, 3));
        baton.enqueueAll(notes(3));

        assertFull(() -> baton.enqueue(NOTE, new Note("one more")));
        it().clock.advance(Duration.ofSeconds(1));
        assertFull(() -> baton.enqueue(NOTE, new Note("later")));

        assertThat(stored()).isEqualTo(3);
        baton.enqueue(OTHER, new Note("of another type"));
        it().events.await(Event.JobCreated.class, event -> event.type().equals(OTHER.name()));
        assertThat(it().events.events())
                .filteredOn(Event.JobCreated.class::isInstance)
                .hasSize(4);
    }

    @Test
    @Tag("R-002-46")
    void a_batch_is_let_in_as_a_whole_or_not_at_all() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE).backlog(NOTE, 3));
        baton.enqueue(NOTE, new Note("a"));

        assertFull(() -> baton.enqueueAll(notes(3)));

        assertThat(stored()).isEqualTo(1);
        baton.enqueueAll(notes(2));
    }

    @Test
    void what_is_known_by_a_key_for_ever_is_answered_however_full_it_is() {
        JobType<Note> once = NOTE.keyScope(KeyScope.FOREVER);
        List<JobRequest<Note>> both = List.of(
                once.job(new Note("a")).uniqueKey("a"), once.job(new Note("b")).uniqueKey("b"));
        Baton baton = it().start(setup -> setup.enqueues(NOTE).backlog(NOTE, 2));
        List<Inserted> first = baton.enqueueAll(both);

        List<Inserted> again = baton.enqueueAll(both);

        assertThat(again)
                .extracting(Inserted::id)
                .containsExactly(first.get(0).id(), first.get(1).id());
        assertThat(again).extracting(Inserted::answer).containsOnly(Inserted.Answer.EXISTING);
        assertThatThrownBy(() -> baton.enqueue(once.job(new Note("other")).uniqueKey("a")))
                .isInstanceOf(KeyReusedException.class);
        assertFull(() -> baton.enqueueAll(List.of(both.get(0), NOTE.job(new Note("fresh")))));
        assertFull(() -> baton.enqueue(once.job(new Note("a")).uniqueKey("aa")));
    }

    @Test
    @Tag("R-004-39")
    void when_some_were_done_there_is_room_again() throws Exception {
        var gate = new Gate();
        Baton baton = it().start(setup -> setup.handle(NOTE, gate, (note, run, door) -> door.pass())
                .concurrency(1)
                .backlog(NOTE, 2));
        baton.enqueue(NOTE, new Note("runs"));
        gate.awaitEntered(1);
        it().clock.advance(Duration.ofSeconds(1));
        baton.enqueueAll(notes(2));
        assertFull(() -> baton.enqueue(NOTE, new Note("too many")));

        gate.open();
        it().passTimeUntil(() -> baton.isIdle(NOTE));

        it().clock.advance(Duration.ofSeconds(1));
        baton.enqueueAll(notes(2));
    }

    @Test
    @Tag("R-002-46")
    void a_callers_transaction_is_refused_in_the_same_way_and_goes_on() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE).backlog(NOTE, 2));
        baton.enqueue(NOTE, new Note("a"));
        try (CallerTransaction caller = it().begin()) {
            baton.enqueueAll(caller.handle(), notes(1));
            assertFull(() -> baton.enqueueAll(caller.handle(), notes(1)));
            caller.commit();
        }

        assertThat(stored()).isEqualTo(2);
        it().clock.advance(Duration.ofSeconds(1));
        try (CallerTransaction caller = it().begin()) {
            assertFull(() -> baton.enqueueAll(caller.handle(), notes(1)));
        }
    }

    @Test
    @Tag("R-004-39")
    void a_queue_is_limited_whatever_the_types_on_it() {
        Baton baton = it().start(setup -> setup.enqueues(NOTE, OTHER).queueBacklog("slow", 2));
        baton.enqueue(NOTE.job(new Note("a")).queue("slow"));
        baton.enqueue(OTHER.job(new Note("b")).queue("slow"));

        assertFull(() -> baton.enqueue(NOTE.job(new Note("c")).queue("slow")));
        baton.enqueue(NOTE, new Note("on the usual queue"));
    }

    @Test
    void of_many_who_add_at_once_in_this_process_none_goes_beyond_the_limit() throws Exception {
        Baton baton = it().start(setup -> setup.enqueues(NOTE).backlog(NOTE, 10));
        List<Callable<Boolean>> adds = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            adds.add(() -> {
                boolean full = false;
                for (int n = 0; n < 3; n++) {
                    try {
                        baton.enqueue(NOTE, new Note("x"));
                    } catch (BatonException e) {
                        full = e.code().equals("BACKLOG_FULL");
                    }
                    it().clock.advance(Duration.ofMillis(30)); // so that others count meanwhile
                }
                return full;
            });
        }

        assertThat(AtOnce.run(adds)).contains(true);
        assertThat(stored()).isEqualTo(10);
    }

    @Test
    void a_limit_below_one_is_refused_by_its_name() {
        assertThatThrownBy(() -> it().setup()
                        .enqueues(NOTE)
                        .backlog(NOTE, 0)
                        .queueBacklog("slow", -1)
                        .start())
                .hasMessageContaining("the backlog of type note.take must be at least 1; got 0")
                .hasMessageContaining("the backlog of queue slow must be at least 1; got -1");
    }
}
