package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.job.BatonException;
import dev.baton.job.KeyScope;
import dev.baton.store.ActionView;
import dev.baton.store.CommandResult;
import dev.baton.store.Cursor;
import dev.baton.store.Inserted;
import dev.baton.store.KeyReusedException;
import dev.baton.store.NewJob;
import dev.baton.store.NodeId;
import dev.baton.store.OperatorCommand;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How far something outside was read, stored together with the jobs that were made of it. */
abstract class CursorContract {

    abstract StoreUnderTest it();

    private Cursor take() {
        return it().store.takeCursor("orders", it().node(), it().now()).orElseThrow();
    }

    private List<Inserted> advance(Cursor held, String to, NewJob... jobs) {
        return it().store.advance(held, Optional.of(to), List.of(jobs), it().now());
    }

    private boolean isStored(NewJob job) {
        return it().store.find(job.id(), it().now()).isPresent();
    }

    @Test
    void a_cursor_is_made_when_it_is_first_taken_and_stands_nowhere_yet() {
        assertThat(it().store.cursors()).isEmpty();

        Cursor held = take();

        assertThat(held).isEqualTo(new Cursor("orders", Optional.empty(), Optional.of(it().node()), 1, it().now()));
        assertThat(it().store.cursors()).containsExactly(held);
    }

    @Test
    void jobs_are_added_in_their_order_and_the_cursor_is_moved_with_them() {
        Cursor held = take();
        NewJob first = it().inLane("alice");
        NewJob second = it().inLane("alice");
        it().advance(Duration.ofSeconds(1));

        List<Inserted> inserted = advance(held, "7", first, second);

        assertThat(inserted).extracting(Inserted::answer).containsOnly(Inserted.Answer.ADDED);
        assertThat(it().number(first.id())).isEqualTo(1);
        assertThat(it().number(second.id())).isEqualTo(2);
        assertThat(it().store.cursors()).containsExactly(held.at(Optional.of("7"), it().now()));
    }

    @Test
    void what_has_no_jobs_moves_the_cursor_and_what_has_no_position_leaves_it_there() {
        Cursor held = take();

        advance(held, "7");
        Cursor moved = held.at(Optional.of("7"), it().now());
        NewJob job = it().job();
        it().store.advance(moved, Optional.empty(), List.of(job), it().now());

        assertThat(isStored(job)).isTrue();
        assertThat(it().store.cursors()).extracting(Cursor::position).containsExactly(Optional.of("7"));
    }

    @Test
    void a_job_that_is_refused_leaves_the_cursor_where_it_was_and_no_job_behind() {
        Cursor held = take();
        it().insert(it().keyed(KeyScope.FOREVER, "42", "{}"));
        NewJob before = it().job();

        assertThatThrownBy(() -> advance(held, "7", before, it().keyed(KeyScope.FOREVER, "42", "[]")))
                .isInstanceOf(KeyReusedException.class);

        assertThat(it().store.cursors()).containsExactly(held);
        assertThat(isStored(before)).isFalse();
        assertThat(advance(held, "7", before)).hasSize(1);
    }

    @Test
    void who_had_it_before_can_neither_move_it_nor_add_jobs_nor_give_it_back() {
        Cursor old = take();
        Cursor held = take();
        NewJob late = it().job();

        assertRefused(() -> advance(old, "7", late), "STALE_CURSOR");
        it().store.leaveCursor(old);

        assertThat(isStored(late)).isFalse();
        assertThat(held.fence()).isGreaterThan(old.fence());
        assertThat(it().store.cursors()).containsExactly(held);
    }

    @Test
    void what_is_read_from_another_position_than_the_stored_one_is_refused() {
        Cursor held = take();
        advance(held, "7", it().job());
        NewJob late = it().job();

        assertRefused(() -> advance(held, "8", late), "STALE_CURSOR");
        assertRefused(() -> advance(held.at(Optional.of("6"), it().now()), "8", late), "STALE_CURSOR");
        assertRefused(
                () -> advance(new Cursor("others", Optional.empty(), held.reader(), 1, it().now()), "8", late),
                "STALE_CURSOR");

        assertThat(isStored(late)).isFalse();
        assertThat(it().store.cursors()).extracting(Cursor::position).containsExactly(Optional.of("7"));
    }

    @Test
    void a_node_that_does_not_live_gets_no_cursor_and_makes_none() {
        assertThat(it().store.takeCursor("orders", new NodeId(new UUID(1, 2)), it().now()))
                .isEmpty();
        assertThat(it().store.cursors()).isEmpty();

        NodeId gone = it().node();
        Cursor held = take();
        it().takeOver(ROUTE);

        assertThat(it().store.takeCursor("orders", gone, it().now())).isEmpty();
        assertThat(take())
                .isEqualTo(
                        new Cursor("orders", Optional.empty(), Optional.of(it().node()), held.fence() + 1, it().now()));
    }

    @Test
    void a_cursor_that_was_given_back_has_no_reader_and_keeps_its_position() {
        Cursor held = take();
        advance(held, "7");

        it().store.leaveCursor(held.at(Optional.of("7"), it().now()));

        assertThat(it().store.cursors())
                .containsExactly(new Cursor("orders", Optional.of("7"), Optional.empty(), held.fence(), it().now()));
        assertRefused(() -> advance(held.at(Optional.of("7"), it().now()), "8"), "STALE_CURSOR");
        assertThat(take().position()).contains("7");
    }

    @Test
    void an_operator_who_resets_it_takes_it_from_whoever_reads_and_that_is_on_record() {
        Cursor held = take();
        advance(held, "7");

        assertThat(it().command(new OperatorCommand.ResetCursor("orders", Optional.of("3"), StoreUnderTest.BY)))
                .isEqualTo(new CommandResult.Applied("7", "3"));
        assertThat(it().store.cursors())
                .containsExactly(
                        new Cursor("orders", Optional.of("3"), Optional.empty(), held.fence() + 1, it().now()));
        NewJob late = it().job();
        assertThatThrownBy(() -> advance(held.at(Optional.of("3"), it().now()), "8", late))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STALE_CURSOR"));
        assertThat(isStored(late)).isFalse();
        Cursor next = take();
        assertThat(next.fence()).isEqualTo(held.fence() + 2);

        assertThat(it().command(new OperatorCommand.ResetCursor("orders", Optional.empty(), StoreUnderTest.BY)))
                .isEqualTo(new CommandResult.Applied("3", "the beginning"));
        assertThat(take().position()).isEmpty();
        assertThat(it().store.actions(10))
                .extracting(ActionView::act, ActionView::target, ActionView::before, ActionView::after)
                .containsExactly(
                        tuple("RESET_CURSOR", "cursor orders", "3", "the beginning"),
                        tuple("RESET_CURSOR", "cursor orders", "7", "3"));
    }

    @Test
    void a_cursor_that_nobody_made_cannot_be_reset_and_nothing_is_recorded() {
        assertThat(it().command(new OperatorCommand.ResetCursor("orders", Optional.empty(), StoreUnderTest.BY)))
                .isEqualTo(new CommandResult.NotFound());
        assertThat(it().store.cursors()).isEmpty();
        assertThat(it().store.actions(10)).isEmpty();
    }

    @Test
    void cursors_of_different_names_know_nothing_of_each_other() {
        Cursor orders = take();
        Cursor mails = it().store.takeCursor("mails", it().node(), it().now()).orElseThrow();

        advance(orders, "7");
        advance(mails, "{\"day\": \"Ω\"}");

        assertThat(it().store.cursors()).extracting(Cursor::name).containsExactly("mails", "orders");
        assertThat(it().store.cursors())
                .extracting(Cursor::position)
                .containsExactly(Optional.of("{\"day\": \"Ω\"}"), Optional.of("7"));
    }
}
