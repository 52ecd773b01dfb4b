package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.BridgeUnderTest.TRADE;
import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.Baton;
import dev.baton.StreamBridge;
import dev.baton.job.BatonException;
import dev.baton.store.ActionView;
import dev.baton.store.Cursor;
import dev.baton.store.JobStore;
import dev.baton.store.NodeId;
import dev.baton.store.OutcomeUnknownException;
import dev.baton.store.StoreUnavailableException;
import dev.baton.stream.Batch;
import dev.baton.stream.EventStream;
import dev.baton.stream.WebSocketSource;
import dev.baton.testkit.ManualRun;
import dev.baton.testkit.engine.BridgeUnderTest.Member;
import dev.baton.testkit.engine.BridgeUnderTest.Trade;
import dev.baton.testkit.stream.EventFeed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a bridge must do on every store, from a real WebSocket server: nothing is lost, and nothing twice, whatever is cut. Extend it, and
 * say how to open a store and how it looks after a crash.
 */
public abstract class StreamBridgeContract {

    private final BridgeUnderTest it = new BridgeUnderTest(new EventFeed());
    private final List<AutoCloseable> more = new ArrayList<>();
    private @Nullable JobStore opened;

    /** An empty store. Called once for each test. */
    protected abstract JobStore open();

    /** The store as the next process finds it when every process that used it has died. */
    protected abstract JobStore afterCrash(JobStore store);

    @BeforeEach
    void openStore() {
        opened = open();
    }

    @AfterEach
    void close() throws Exception {
        it.close();
        for (AutoCloseable each : more) {
            each.close();
        }
        store().close();
    }

    private JobStore store() {
        return Objects.requireNonNull(opened, "opened before each test");
    }

    private static void assertRefused(Baton baton, StreamBridge<Trade> bridge, String code) {
        assertThatThrownBy(() -> bridge.on(baton).run(ManualRun.stoppedAfter(3)))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    @Tag("R-001-10")
    void every_event_becomes_one_job_in_its_order_and_the_cursor_follows() throws Exception {
        it.publish(250);
        Member member = it.start(store());
        it.awaitBooked(250);

        it.publish(10);
        it.awaitBooked(260);

        assertThat(member.baton().cursors().all()).hasSize(1).allSatisfy(cursor -> {
            assertThat(cursor.name()).isEqualTo("trades");
            assertThat(cursor.position()).contains("260");
            assertThat(cursor.reader()).isPresent();
        });
        assertThat(it.failures()).isZero();
    }

    @Test
    @Tag("R-001-11")
    void connections_that_are_cut_again_and_again_neither_lose_an_event_nor_repeat_one() throws Exception {
        Set<Integer> cuts = ConcurrentHashMap.newKeySet();
        it.feed.afterSending(number -> {
            if (number % 17 == 0 && cuts.add(number)) {
                throw new IllegalStateException("cut");
            }
        });
        it.publish(200);

        it.start(store());

        it.awaitBooked(200);
        assertThat(cuts).hasSize(11);
        Polling.until(() -> it.failures() >= 11);
    }

    @Test
    void a_server_that_goes_away_and_comes_back_is_read_on_from_where_it_was() throws Exception {
        it.publish(20);
        it.start(store());
        it.awaitBooked(20);

        it.feed.stop();
        it.publish(20);
        int failures = it.failures();
        Polling.until(() -> it.failures() > failures + 2);
        it.feed.restart();

        it.awaitBooked(40);
        it.publish(5);
        it.awaitBooked(45);
    }

    @Test
    @Tag("R-001-11")
    void what_cannot_be_stored_fails_the_task_which_goes_on_from_its_cursor() throws Exception {
        var faulty = new FaultyStore(store());
        var away = new StoreUnavailableException("STORE_UNAVAILABLE", "away", new IllegalStateException("away"));
        var lost = new OutcomeUnknownException("the answer is lost", new IllegalStateException("lost"));
        faulty.before("takeCursor", away);
        faulty.after("takeCursor", lost);
        for (int i = 0; i < 3; i++) {
            faulty.before("advance", away);
            faulty.after("advance", lost);
            faulty.before("leaveCursor", away);
        }
        it.publish(100);

        it.start(faulty.store(), it.bridge().batch(10));

        it.awaitBooked(100);
        assertThat(faulty.isOver("advance") && faulty.isOver("takeCursor")).isTrue();
        Polling.until(() -> it.failures() >= 8);
        assertThat(it.failures()).isEqualTo(8);
    }

    @Test
    @Tag("R-001-11")
    void an_event_of_which_no_job_can_be_made_is_not_passed_over() throws Exception {
        var broken = new AtomicBoolean(true);
        StreamBridge<Trade> bridge = StreamBridge.of("trades", it.source(), trade -> {
                    if (trade.number() == 7 && broken.get()) {
                        throw new IllegalStateException("what is this?");
                    }
                    return TRADE.job(trade).lane("trades");
                })
                .batch(1);
        it.publish(20);
        it.start(store(), bridge);
        Polling.until(() -> it.failures() >= 3);
        it.awaitBooked(6);
        assertThat(BridgeUnderTest.cursor(store()).position()).contains("6");

        broken.set(false);

        it.awaitBooked(20);
    }

    @Test
    @Tag("R-001-10")
    void events_that_come_twice_and_in_any_order_become_one_job_each_by_their_keys() throws Exception {
        var random = new Random(7);
        EventFeed.Order wild = numbers -> {
            var twice = new ArrayList<>(numbers);
            twice.addAll(numbers);
            Collections.shuffle(twice, random);
            return twice;
        };
        var disorder = new BridgeUnderTest(new EventFeed(wild));
        more.add(disorder);
        // Whoever sends like this cannot say after any event that all before it have come: there are no positions.
        WebSocketSource<Trade> source = WebSocketSource.of(
                any -> URI.create(disorder.feed.address() + "0"), text -> Batch.of(BridgeUnderTest.trade(text)));
        StreamBridge<Trade> bridge =
                StreamBridge.of("trades", source, trade -> TRADE.job(trade).uniqueKey("trade " + trade.number()));
        Set<Integer> cuts = ConcurrentHashMap.newKeySet();
        disorder.feed.afterSending(number -> {
            if (number % 10 == 0 && cuts.add(number)) {
                throw new IllegalStateException("cut");
            }
        });
        disorder.publish(50);

        disorder.start(store(), bridge);

        Polling.until(() -> disorder.handled.size() >= 50 && cuts.size() == 5);
        Polling.until(() -> disorder.feed.connected() == 1);
        assertThat(disorder.handled)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 50).boxed().toList());
    }

    @Test
    void the_next_process_goes_on_where_one_that_has_died_had_stored_the_last_event() throws Exception {
        var dying = new FaultyStore(store());
        dying.before("leaveCursor", new StoreUnavailableException("STORE_UNAVAILABLE", "dead", new Error("dead")));
        it.publish(30);
        Member dead = it.start(dying.store());
        it.awaitBooked(30);
        dead.supervisor().close();
        Cursor left = BridgeUnderTest.cursor(store());
        assertThat(left.reader()).as("nobody has given it back").isPresent();
        it.publish(30);

        opened = afterCrash(store());
        it.start(store());

        it.awaitBooked(60);
        Cursor taken = BridgeUnderTest.cursor(store());
        assertThat(taken.fence()).isGreaterThan(left.fence());
        assertThat(taken.reader()).isPresent().isNotEqualTo(left.reader());
    }

    @Test
    void a_bridge_that_is_stopped_gives_its_cursor_back_and_another_start_goes_on() throws Exception {
        it.publish(10);
        Member member = it.start(store());
        it.awaitBooked(10);

        member.supervisor().kill("trades");

        Polling.until(() -> BridgeUnderTest.cursor(store()).reader().isEmpty());
        it.publish(10);
        member.supervisor().restart("trades");
        it.awaitBooked(20);
    }

    @Test
    void somebody_else_who_takes_the_cursor_ends_the_reading_and_not_the_task() throws Exception {
        it.publish(10);
        it.start(store());
        it.awaitBooked(10);
        Optional<NodeId> me = BridgeUnderTest.cursor(store()).reader();

        Cursor stolen = store().takeCursor(
                        "trades", me.orElseThrow(), store().clock().instant())
                .orElseThrow();
        it.publish(10);

        it.awaitBooked(20);
        assertThat(BridgeUnderTest.cursor(store()).fence()).isGreaterThan(stolen.fence());
        assertThat(it.failures()).isZero();
    }

    @Test
    void a_cursor_that_is_reset_is_read_on_from_there_though_nothing_new_comes() throws Exception {
        it.publish(10);
        Member member = it.start(store());
        it.awaitBooked(10);

        member.baton().cursors().reset("trades", "7", BY);
        Polling.until(() -> it.handled.size() == 13);
        member.baton().cursors().reset("trades", BY);
        Polling.until(() -> it.handled.size() == 23);

        assertThat(it.handled.subList(10, 13)).containsExactly(8, 9, 10);
        assertThat(it.handled.subList(13, 23)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(member.baton().actions(10))
                .extracting(ActionView::act, ActionView::target)
                .containsOnly(tuple("RESET_CURSOR", "cursor trades"));
        assertThatThrownBy(() -> member.baton().cursors().reset("orders", BY))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NOT_FOUND"));
        assertThatThrownBy(() -> member.baton().cursors().reset("trades", "x".repeat(10_001), BY))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("BAD_POSITION"));
        assertThat(it.failures()).isZero();
    }

    @Test
    void a_process_that_handles_nothing_is_told_that_it_cannot_read() {
        try (Baton baton =
                Baton.on(new FaultyStore(store()).store()).enqueues(TRADE).start()) {
            assertRefused(baton, it.bridge(), "NO_NODE");
        }
    }

    @Test
    void positions_that_no_store_can_keep_are_refused_and_nothing_is_stored() {
        Baton baton = it.engine(new FaultyStore(store()).store());
        more.add(baton);
        for (String position : List.of("\0", "x".repeat(10_001))) {
            String code = position.length() == 1 ? "BAD_CHARACTER" : "BAD_POSITION";
            var batch = Batch.of(new Trade(1, "a"), position);

            assertRefused(baton, StreamBridge.of("trades", any -> once(batch), TRADE::job), code);
        }
        assertThat(BridgeUnderTest.cursor(store()).position()).isEmpty();
        assertThat(it.handled).isEmpty();
    }

    private static <E> EventStream<E> once(Batch<E> batch) {
        return new EventStream<>() {
            @Override
            public Batch<E> next(int atMost, Duration wait) {
                return batch;
            }

            @Override
            public void close() {}
        };
    }
}
