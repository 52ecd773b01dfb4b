package dev.baton.examples.liquidity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.baton.examples.liquidity.jobs.ProcessOnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.process.Logged;
import dev.baton.examples.process.Polling;
import dev.baton.job.BatonException;
import dev.baton.observe.Event;
import dev.baton.supervise.TaskState;
import dev.baton.testkit.Recorder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens at a start, and in which order. */
class StartSequenceTest {

    @TempDir
    Path folder;

    private final Recorder<Event> events = new Recorder<>();
    private World world;

    @BeforeEach
    void begin() throws Exception {
        world = new World(folder.resolve("liquidity.db").toString());
        world.leaveAPast();
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Conductor start(Settings settings, Consumer<StartStep> watcher) throws Exception {
        return Conductor.start(
                settings, watcher, setup -> BotProcess.impatient(setup).listener(events::accept));
    }

    @Test
    @Tag("R-001-13")
    void ten_steps_are_taken_in_order_and_the_log_shows_each() throws Exception {
        try (Logged log = Logged.of(Conductor.class);
                Conductor bot = start(world.settings(), step -> {})) {
            assertThat(log.lines().stream()
                            .map(ILoggingEvent::getFormattedMessage)
                            .filter(line -> line.startsWith("start ")))
                    .containsExactly(
                            "start 1 of 10: RUN_MIGRATIONS",
                            "start 2 of 10: CONNECT_WEBSOCKET",
                            "start 3 of 10: BACKFILL_EVENTS",
                            "start 4 of 10: BUILD_SERVICES",
                            "start 5 of 10: BUILD_JOB_CONTEXT",
                            "start 6 of 10: IMPORT_EVENT_QUEUE",
                            "start 7 of 10: SPAWN_ENGINE_AND_RECEIVER",
                            "start 8 of 10: BUILD_TASKS",
                            "start 9 of 10: START_SUPERVISOR",
                            "start 10 of 10: WAIT");
            assertThat(bot.baton().isReady()).isTrue();
        }
    }

    /** What a step has found when it began. */
    private record Found(List<String> asked, long jobs, long imported, boolean anyJobDone, boolean anyReceiver) {}

    private Found look() {
        try {
            return new Found(
                    world.door.questions(),
                    world.tables.number("SELECT count(*) FROM baton_job WHERE type = 'onchain-event.process'"),
                    world.tables.number("SELECT count(*) FROM event_queue WHERE processed = 1"),
                    !events.events(Event.JobStarted.class).isEmpty(),
                    !events.events(Event.SingletonStarted.class).isEmpty());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Found at(StartStep step, List<Found> found) {
        return found.get(step.number() - 1);
    }

    @Test
    @Tag("R-001-13")
    void each_step_finds_what_the_steps_before_it_have_done_and_nothing_of_those_behind_it() throws Exception {
        var found = new ArrayList<Found>();
        try (Conductor bot = start(world.settings(), step -> found.add(look()))) {
            assertThat(bot.baton().isReady()).isTrue();
            world.awaitHedged();
        }

        assertThat(at(StartStep.CONNECT_WEBSOCKET, found)).isEqualTo(new Found(List.of(), 0, 0, false, false));
        assertThat(at(StartStep.BACKFILL_EVENTS, found).asked())
                .containsExactlyInAnyOrder("/live/ClearV3", "/live/TakeOrderV3");
        assertThat(at(StartStep.BACKFILL_EVENTS, found).jobs()).isZero();
        assertThat(at(StartStep.BUILD_SERVICES, found).asked())
                .endsWith("/head", "/past/ClearV3/0/7", "/head", "/past/TakeOrderV3/0/7")
                .hasSize(6);
        assertThat(at(StartStep.BUILD_SERVICES, found).jobs()).isEqualTo(7);
        assertThat(at(StartStep.IMPORT_EVENT_QUEUE, found).imported()).isZero();
        assertThat(at(StartStep.SPAWN_ENGINE_AND_RECEIVER, found))
                .as("of two events in the old queue one is on the chain, too, and is one job")
                .satisfies(now -> {
                    assertThat(now.imported()).isEqualTo(2);
                    assertThat(now.jobs()).isEqualTo(8);
                    assertThat(now.anyJobDone()).isFalse();
                    assertThat(now.anyReceiver()).isFalse();
                });
    }

    @Test
    void what_is_traded_while_it_starts_is_not_missed_at_whatever_step() throws Exception {
        Consumer<StartStep> trading = step -> {
            world.trade(Kind.CLEAR_V3, "MSFT", 40);
            world.trade(Kind.TAKE_ORDER_V3, "TSLA", -40);
        };
        try (Conductor bot = start(world.settings(), trading)) {
            assertThat(bot.baton().isReady()).isTrue();
            world.awaitHedged();
        }
    }

    @Test
    @Tag("R-001-02")
    void the_engine_the_receivers_and_all_pollers_are_kept_alive_and_what_was_begun_elsewhere_is_waited_for()
            throws Exception {
        try (Conductor bot = start(world.settings(), step -> {})) {
            Polling.until(
                    "both are complete",
                    () -> state(bot, "executor-maintenance") == TaskState.COMPLETED
                            && state(bot, "rebalancer") == TaskState.COMPLETED);

            assertThat(bot.baton().isLive()).isTrue();
            assertThat(bot.baton().tasks().statuses())
                    .containsOnlyKeys(
                            "event-receiver-ClearV3",
                            "event-receiver-TakeOrderV3",
                            "order-poller",
                            "position-checker",
                            "inventory-poller",
                            "executor-maintenance",
                            "rebalancer");
            for (String task :
                    List.of("event-receiver-ClearV3", "order-poller", "position-checker", "inventory-poller")) {
                assertThat(state(bot, task)).as(task).isEqualTo(TaskState.HEALTHY);
            }
        }
        assertThat(world.tables.column("SELECT shares FROM broker_transfer")).containsExactly("7");
    }

    private static TaskState state(Conductor bot, String task) {
        return bot.baton().tasks().status(task).orElseThrow().state();
    }

    @Test
    @Tag("R-001-02")
    void what_is_optional_is_left_out_if_nobody_wants_it() throws Exception {
        Settings all = world.settings();
        var without = new Settings(all.database(), all.chain(), all.wallet(), Map.of(), all.pace());
        try (Conductor bot = start(without, step -> {})) {
            assertThat(bot.baton().tasks().status("rebalancer")).isEmpty();
        }
    }

    @Test
    @Tag("R-001-06")
    void without_an_owner_it_starts_without_its_inventory_poller_and_warns() throws Exception {
        Settings all = world.settings();
        var nobody = new Settings(all.database(), all.chain(), "nobody", all.opening(), all.pace());
        try (Logged log = Logged.of(SupervisedTasks.class);
                Conductor bot = start(nobody, step -> {})) {
            assertThat(bot.baton().isReady()).isTrue();
            assertThat(bot.baton().tasks().statuses())
                    .doesNotContainKey("inventory-poller")
                    .containsKeys("order-poller", "position-checker");
            assertThat(log.lines()).singleElement().satisfies(line -> {
                assertThat(line.getLevel()).isEqualTo(Level.WARN);
                assertThat(line.getFormattedMessage()).contains("nobody", "no inventory poller");
            });
        }
    }

    @Test
    void a_chain_that_cannot_be_reached_ends_the_start_and_no_job_was_done() throws Exception {
        world.door.refuse("/past/");

        assertThatThrownBy(() -> start(world.settings(), step -> {}))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("STARTUP_FAILED"));

        assertThat(events.events(Event.JobStarted.class)).isEmpty();
        world.door.forget();
        try (Conductor bot = start(world.settings(), step -> {})) {
            assertThat(bot.baton().isReady()).isTrue();
            world.awaitHedged();
        }
    }

    @Test
    @Tag("R-001-12")
    void there_is_one_type_of_job_for_all_events_wherever_they_come_from() throws Exception {
        try (Conductor bot = start(world.settings(), step -> {})) {
            world.awaitHedged();

            assertThat(bot.baton().isReady()).isTrue();
        }
        assertThat(events.events(Event.JobStarted.class))
                .hasSize(8)
                .extracting(Event.JobStarted::type)
                .containsOnly(ProcessOnchainEvent.TYPE.name());
    }
}
