package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.Claim;
import dev.baton.store.Inserted;
import dev.baton.store.NewJob;
import dev.baton.testkit.store.CallerTransaction;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** What is left to be looked at again: that it is, when, and that nothing keeps it from being so. */
class NotesTest extends OnOneNode {

    private static final String LANE_NOTES = "SELECT count(*) FROM baton_lane_note";

    /** The next of its lane waits for a note. */
    private NewJob nextOfALaneWhoseFirstEndedElsewhere() {
        add(inLane("alice"));
        Claim first = claimOne();
        NewJob next = inLane("alice");
        add(next);
        try (CallerTransaction handler = schema.begin()) {
            store.finish(handler.handle(), ended(first), now());
            handler.commit();
        }
        return next;
    }

    /** The heir of a key cannot have it, as another asks for that key whose transaction stays open. */
    @Test
    void a_key_that_somebody_asks_for_and_keeps_does_not_hold_up_lanes_and_other_keys() {
        add(keyed("wanted"));
        add(keyed("free"));
        List<Claim> holders = claim();
        NewJob heir = keyed("wanted");
        NewJob other = keyed("free");
        try (CallerTransaction promising = schema.begin();
                CallerTransaction asking = schema.begin()) {
            store.insert(promising.handle(), List.of(heir, other), now());
            holders.forEach(this::done);
            assertThat(store.insert(asking.handle(), List.of(keyed("wanted")), now()))
                    .extracting(Inserted::answer)
                    .containsExactly(Inserted.Answer.ADDED);
            promising.commit();

            assertThat(awaitClaim().id()).isEqualTo(other.id());
            NewJob next = nextOfALaneWhoseFirstEndedElsewhere();
            assertThat(awaitClaim().id()).isEqualTo(next.id());
        }
        assertThat(awaitClaim().id()).isEqualTo(heir.id());
    }

    @Test
    void a_note_is_looked_at_even_if_the_clock_of_the_server_was_set_back_since_it_was_written() {
        NewJob next = nextOfALaneWhoseFirstEndedElsewhere();
        schema.run("UPDATE baton_lane_note SET look_at = look_at + interval '1 hour'");

        assertThat(claimOne().id()).isEqualTo(next.id());
        assertThat(schema.count(LANE_NOTES)).isZero();
    }

    @Test
    void the_note_of_a_key_is_looked_at_as_well_when_the_clock_was_set_back() {
        add(keyed("k"));
        Claim holder = claimOne();
        NewJob heir = keyed("k");
        try (CallerTransaction promising = schema.begin()) {
            store.insert(promising.handle(), List.of(heir), now());
            done(holder);
            promising.commit();
        }
        schema.run("UPDATE baton_key_note SET look_at = look_at + interval '1 hour'");

        assertThat(claimOne().id()).isEqualTo(heir.id());
    }

    @Test
    void what_cannot_be_decided_is_looked_at_less_and_less_often() {
        add(inLane("alice"));
        Claim first = claimOne();
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(inLane("alice")), now());
            done(first);
            long deadline = System.nanoTime() + Duration.ofMillis(800).toNanos();
            while (System.nanoTime() - deadline < 0) {
                assertThat(claim()).isEmpty();
                LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
            }

            assertThat(schema.count("SELECT max(looks) FROM baton_lane_note")).isBetween(1L, 6L);
        }
    }

    @Test
    void who_finds_nothing_is_told_when_to_look_at_the_notes_again() {
        add(inLane("alice"));
        Claim first = claimOne();
        try (CallerTransaction producer = schema.begin()) {
            store.insert(producer.handle(), List.of(inLane("alice")), now());
            done(first);

            assertThat(claimed(true).nextDue().orElseThrow()).isBetween(now().plusMillis(1), now().plusSeconds(1));
        }
    }
}
