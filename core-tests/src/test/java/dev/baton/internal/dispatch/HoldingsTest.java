package dev.baton.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JacksonCodec;
import dev.baton.job.JobIds;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.JobView.Tally;
import dev.baton.store.NodeId;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import dev.baton.store.memory.MemoryStore;
import dev.baton.testkit.ManualClock;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is held here, and what of it may begin. */
class HoldingsTest {

    record Note(String text) {}

    private static final JobType<Note> NOTE = JobType.of("note", Note.class).replayable();
    private static final JobType<Note> PAYMENT =
            JobType.of("payment", Note.class).queue("payments").onCrash(CrashPolicy.HOLD);
    private static final JobType<Note> STRICT = JobType.of("strict", Note.class);
    private static final NodeId NODE = new NodeId(new UUID(1, 1));

    private final ManualClock clock = new ManualClock();
    private final JobIds ids = new JobIds(clock, new Random(1));
    private final Surroundings around = new Surroundings(
            clock,
            HandlerThreads.standard(),
            new Surroundings.Writers(
                    (claim, ending, facts, took) -> {},
                    new Keeping(new MemoryStore(clock), new JacksonCodec(), () -> true)),
            event -> {},
            Optional::empty,
            new Surroundings.Wakes(() -> {}, () -> {}, () -> {}));

    private static Registration<Note, String> handling(JobType<Note> type) {
        return new Registration<>(type, "", (note, run, any) -> Outcome.done(), null);
    }

    @SafeVarargs
    private static Holdings holdings(int slots, Set<String> queues, JobType<Note>... types) {
        var registrations = new ArrayList<Registration<?, ?>>();
        for (JobType<Note> type : types) {
            registrations.add(handling(type));
        }
        var registry = new Registry(registrations, queues);
        return new Holdings(new Slots(new Limits(slots, Map.of(), Map.of()), registry.routes()), slots);
    }

    private Attempt attempt(JobType<Note> type, Optional<Turn> turn) {
        var known = new Claim.Known(new Tally(1, 0, 0), turn, Instant.EPOCH, List.of(), Optional.empty(), false);
        var route = new Route(type.queue(), type.name(), 1);
        var claim = new Claim(ids.next(), route, Payload.of("{}", ""), turn, 1, known);
        return new Attempt(claim, NODE, handling(type), around, 0);
    }

    private List<Attempt> run(Holdings holdings, int length) {
        var run = new ArrayList<Attempt>();
        for (int n = 1; n <= length; n++) {
            run.add(attempt(NOTE, Optional.of(new Turn("alice", n))));
        }
        holdings.take(run);
        return run;
    }

    @Test
    void nobody_of_a_run_overtakes_one_that_was_given_back() {
        Holdings holdings = holdings(4, Set.of(), NOTE);
        List<Attempt> run = run(holdings, 4);
        assertThat(holdings.begin()).isSameAs(run.get(0));

        List<Attempt> given = holdings.takeBehind(run.get(2)::equals);
        holdings.ended(run.get(0), true, 0);

        assertThat(given).containsExactly(run.get(2), run.get(3));
        assertThat(holdings.begin()).isSameAs(run.get(1));
        holdings.ended(run.get(1), true, 0);
        assertThat(holdings.begin()).isNull();
    }

    @Test
    void who_is_first_of_a_run_does_not_begin_before_all_behind_it_are_known() throws Exception {
        Holdings holdings = holdings(4, Set.of(), NOTE);
        var began = new AtomicReference<@Nullable Attempt>();
        var beginning = new Thread(() -> began.set(holdings.begin()));
        var run = new ArrayList<Attempt>();
        run.add(attempt(NOTE, Optional.of(new Turn("alice", 1))));
        run.add(attempt(NOTE, Optional.of(new Turn("alice", 2))));

        holdings.take(new AbstractList<>() {
            @Override
            public Attempt get(int index) {
                if (index == 1) {
                    beginning.start();
                    while (beginning.isAlive() && beginning.getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                    assertThat(began).as("begun while others of its run come").hasNullValue();
                }
                return run.get(index);
            }

            @Override
            public int size() {
                return run.size();
            }
        });

        beginning.join();
        assertThat(began.get()).isSameAs(run.get(0));
        assertThat(holdings.ended(run.get(0), false, 0)).containsExactly(run.get(1));
    }

    @Test
    void once_stopped_nothing_begins_and_all_that_did_not_is_given_back() {
        Holdings holdings = holdings(1, Set.of(), NOTE);
        List<Attempt> run = run(holdings, 2);
        holdings.begin();
        Attempt other = attempt(NOTE, Optional.empty());
        holdings.take(List.of(other));

        assertThat(holdings.stop()).containsExactly(run.get(1), other);

        holdings.ended(run.get(0), true, 0);
        holdings.take(List.of(attempt(NOTE, Optional.empty())));
        assertThat(holdings.begin()).isNull();
    }

    @Test
    void one_of_a_run_that_is_cancelled_is_left_out_and_the_rest_goes_on() {
        Holdings holdings = holdings(4, Set.of(), NOTE);
        List<Attempt> run = run(holdings, 3);
        holdings.begin();

        assertThat(holdings.takeUnstarted(run.get(1))).isTrue();
        holdings.ended(run.get(0), true, 0);

        assertThat(holdings.begin()).isSameAs(run.get(2));
    }

    @Test
    void a_look_that_finds_nothing_takes_nobodys_turn() {
        Holdings holdings = holdings(1, Set.of("a", "b"), NOTE);
        var first = new TreeSet<Long>();

        for (int n = 0; n < 6; n++) {
            first.add(holdings.room(NODE, 0).orElseThrow().share().turn() % 3); // a, b and default
            holdings.looked(true);
            Attempt attempt = attempt(NOTE, Optional.empty());
            holdings.take(List.of(attempt));
            holdings.begin();
            holdings.looked(false);
            holdings.looked(false);
            holdings.ended(attempt, true, 0);
        }

        assertThat(first).containsExactly(0L, 1L, 2L);
    }

    @Test
    void what_is_not_claimed_ahead_is_offered_every_other_free_slot_before_what_was() {
        Holdings holdings = holdings(1, Set.of(), NOTE, PAYMENT);
        var begun = new ArrayList<String>();
        Attempt running = attempt(NOTE, Optional.empty());
        holdings.take(List.of(running));
        holdings.looked(true);
        holdings.begin();
        for (int n = 0; n < 6; n++) {
            holdings.take(List.of(attempt(NOTE, Optional.empty()))); // claimed ahead
        }

        for (int n = 0; n < 6; n++) {
            holdings.ended(running, true, 0);
            Attempt next = holdings.begin();
            if (next == null) {
                ClaimRequest room = holdings.room(NODE, 0).orElseThrow();
                assertThat(room.isOpen(new Route("payments", "payment", 1))).isTrue();
                holdings.looked(true);
                holdings.take(List.of(attempt(PAYMENT, Optional.empty())));
                next = Objects.requireNonNull(holdings.begin(), "offered, and taken");
            } else {
                holdings.looked(false);
            }
            running = next;
            begun.add(next.claim().route().type());
        }

        assertThat(begun).containsExactly("payment", "note", "payment", "note", "payment", "note");
    }

    private List<Attempt> strictRun(Holdings holdings, JobType<Note> type, int length) {
        var run = new ArrayList<Attempt>();
        for (int n = 1; n <= length; n++) {
            run.add(attempt(type, Optional.of(new Turn("alice", n))));
        }
        holdings.take(run);
        return run;
    }

    /** How many of a lane are asked for in a row when so many ended a moment ago. */
    private int runAfter(int ended) {
        Holdings holdings = holdings(1, Set.of(), STRICT);
        for (Attempt each : strictRun(holdings, STRICT, ended)) {
            assertThat(holdings.begin()).isSameAs(each);
            holdings.ended(each, true, 0);
            holdings.recorded(each.claim(), true, 0);
        }
        return holdings.room(NODE, 0).orElseThrow().share().run();
    }

    @Test
    void of_lanes_that_move_fast_many_are_claimed_in_a_row_up_to_a_limit() {
        assertThat(runAfter(0)).isEqualTo(1);
        assertThat(runAfter(100)).isEqualTo(1 + 200);
        assertThat(runAfter(1000)).isEqualTo(400);
    }

    @Test
    void the_next_of_a_strict_run_begins_when_the_end_of_the_one_before_it_is_written_down() {
        Holdings holdings = holdings(4, Set.of(), STRICT);
        List<Attempt> run = strictRun(holdings, STRICT, 3);
        assertThat(holdings.begin()).isSameAs(run.get(0));
        assertThat(holdings.isAwaited(run.get(0))).isTrue();

        holdings.ended(run.get(0), true, 0);
        assertThat(holdings.begin()).as("its end is not written down").isNull();

        assertThat(holdings.recorded(run.get(0).claim(), true, 0).mayBegin()).isTrue();
        assertThat(holdings.begin()).isSameAs(run.get(1));
        assertThat(holdings.begin()).isNull();
    }

    @Test
    void if_the_end_did_not_count_those_behind_it_in_a_strict_run_are_given_back() {
        Holdings holdings = holdings(4, Set.of(), STRICT);
        List<Attempt> run = strictRun(holdings, STRICT, 3);
        holdings.begin();
        holdings.ended(run.get(0), true, 0);

        Holdings.Next next = holdings.recorded(run.get(0).claim(), false, 0);

        assertThat(next.refused()).containsExactly(run.get(1), run.get(2));
        assertThat(next.mayBegin()).isFalse();
        assertThat(holdings.begin()).isNull();
    }

    @Test
    void an_end_that_is_written_down_before_its_thread_has_gone_on_lets_the_next_of_a_strict_lane_begin() {
        Holdings holdings = holdings(4, Set.of(), STRICT);
        List<Attempt> run = strictRun(holdings, STRICT, 2);
        holdings.begin();

        holdings.recorded(run.get(0).claim(), true, 0);
        holdings.ended(run.get(0), true, 0);
        assertThat(holdings.begin()).isSameAs(run.get(1));

        holdings.recorded(run.get(1).claim(), true, 0);
        Attempt claimedSince = attempt(STRICT, Optional.of(new Turn("alice", 3)));
        holdings.take(List.of(claimedSince));
        assertThat(holdings.begin()).as("two of a lane never run at once").isNull();
        holdings.ended(run.get(1), true, 0);
        assertThat(holdings.begin()).isSameAs(claimedSince);
    }

    @Test
    void an_end_that_did_not_count_is_known_by_its_thread_even_if_that_comes_later() {
        Holdings holdings = holdings(4, Set.of(), STRICT);
        List<Attempt> run = strictRun(holdings, STRICT, 3);
        holdings.begin();

        holdings.recorded(run.get(0).claim(), false, 0);

        assertThat(holdings.ended(run.get(0), true, 0)).containsExactly(run.get(1), run.get(2));
        assertThat(holdings.begin()).isNull();
    }

    @Test
    void one_of_a_strict_run_that_is_cancelled_is_in_the_way_until_that_is_written_down() {
        Holdings holdings = holdings(4, Set.of(), STRICT);
        List<Attempt> run = strictRun(holdings, STRICT, 3);
        holdings.begin();
        assertThat(holdings.takeUnstarted(run.get(1))).isTrue();
        assertThat(holdings.takeUnstarted(run.get(1))).as("once").isFalse();
        holdings.ended(run.get(0), true, 0);
        holdings.recorded(run.get(0).claim(), true, 0);

        assertThat(holdings.begin()).as("a crash now would lose the second").isNull();

        holdings.recorded(run.get(1).claim(), true, 0);
        assertThat(holdings.begin()).isSameAs(run.get(2));
    }

    @Test
    void who_waits_for_its_turn_in_a_strict_run_comes_after_those_that_could_begin_before() {
        Holdings holdings = holdings(1, Set.of(), STRICT);
        List<Attempt> run = strictRun(holdings, STRICT, 2);
        holdings.begin();
        Attempt other = attempt(STRICT, Optional.empty());
        holdings.take(List.of(other));
        holdings.ended(run.get(0), true, 0);
        holdings.recorded(run.get(0).claim(), true, 0);

        assertThat(holdings.begin()).isSameAs(other);
        holdings.ended(other, true, 0);
        assertThat(holdings.begin()).isSameAs(run.get(1));
    }

    @Test
    void what_is_limited_stays_taken_until_the_next_of_a_strict_run_may_begin() {
        var route = new Route("default", "strict", 1);
        var registry = new Registry(List.of(handling(STRICT)), Set.of());
        var limits = new Limits(4, Map.of("strict", 1), Map.of());
        var holdings = new Holdings(new Slots(limits, registry.routes()), 4);
        List<Attempt> run = strictRun(holdings, STRICT, 2);
        holdings.begin();

        holdings.ended(run.get(0), true, 0);
        assertThat(holdings.room(NODE, 0).filter(room -> room.isOpen(route))).isEmpty();
        holdings.recorded(run.get(0).claim(), true, 0);
        assertThat(holdings.room(NODE, 0).filter(room -> room.isOpen(route))).isEmpty();

        holdings.begin();
        holdings.ended(run.get(1), true, 0);
        assertThat(holdings.room(NODE, 0).filter(room -> room.isOpen(route))).isPresent();
    }
}
