package dev.baton.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.Startup;
import dev.baton.job.Handler;
import dev.baton.observe.Event;
import dev.baton.store.Route;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Plans of several nodes on one store. */
abstract class StartupTogetherContract extends StartingUp {

    private CompletableFuture<Baton> starting(String node, Handler<Note, Gate> handler, Gate gate, Startup.Plan plan) {
        BatonBuilder setup = setup().node(node).handle(REPLAY, gate, handler).startup(plan);
        return Aside.call(setup::start);
    }

    private Baton upAndRunning(CompletableFuture<Baton> starting) throws Exception {
        it().passTimeUntil(starting::isDone);
        Baton baton = starting.get();
        it().closeLater(baton);
        return baton;
    }

    @Test
    void nodes_that_start_at_the_same_time_have_one_job_between_them_and_all_wait_for_it() throws Exception {
        var gate = new Gate();
        Startup.Plan plan = steps -> steps.run(REPLAY, new Note("views"));
        CompletableFuture<Baton> first = starting("a", (note, run, door) -> door.pass(), gate, plan);
        CompletableFuture<Baton> second = starting("b", (note, run, door) -> door.pass(), gate, plan);

        gate.awaitEntered(1);
        it().events.await(Event.StartupStepStarted.class, step -> step.adopted() == 1);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        gate.open();

        upAndRunning(first);
        upAndRunning(second);
        assertThat(jobs(REPLAY)).hasSize(1);
        assertThat(gate.uncounted()).as("it ran once").isZero();
    }

    @Test
    void a_step_of_each_nodes_own_is_taken_by_every_node_for_itself_and_by_no_other() throws Exception {
        Startup.Plan plan = steps -> steps.onThisNode().run(REPLAY, new Note("cache"));
        upAndRunning(starting("a", (note, run, door) -> ran.add("a"), new Gate(), plan));
        upAndRunning(starting("b", (note, run, door) -> ran.add("b"), new Gate(), plan));
        upAndRunning(starting("c", (note, run, door) -> ran.add("c"), new Gate(), plan));

        assertThat(ran).containsExactly("a", "b", "c");
        assertThat(jobs(REPLAY))
                .extracting(job -> job.route().queue())
                .containsExactlyInAnyOrder("node.a", "node.b", "node.c");
    }

    @Test
    void a_step_of_its_own_that_a_dead_life_was_taking_is_adopted_by_the_next_of_that_name() throws Exception {
        var gate = new Gate();
        Startup.Plan plan = steps -> steps.onThisNode().run(REPLAY, new Note("cache"));
        BatonBuilder dying = setup().node("a")
                .handle(REPLAY, gate, (note, run, door) -> door.pass())
                .startup(plan);
        abort(dying, gate, 1);
        assertThat(it().claimedByTheDead(new Route("node.a", REPLAY.name(), 1))).hasSize(1);
        it().store()
                .liveNodes()
                .forEach(node -> it().store().declareDead(node, it().clock.instant()));

        upAndRunning(starting("a", (note, run, door) -> ran.add("next"), new Gate(), plan));

        assertThat(ran).containsExactly("next");
        assertThat(jobs(REPLAY)).hasSize(1);
    }

    @Test
    void a_node_that_starts_leaves_the_backlog_to_those_that_have_started() throws Exception {
        var gate = new Gate();
        CompletableFuture<Baton> starting =
                starting("b", (note, run, door) -> door.pass(), gate, steps -> steps.run(REPLAY, new Note("views")));
        gate.awaitEntered(1);
        it().addNotes(2);
        Baton other = setup().start();
        it().closeLater(other);

        Polling.until(() -> ran.size() == 2);
        assertThat(starting).isNotDone();
        gate.open();
        upAndRunning(starting);
        assertThat(List.copyOf(ran)).containsExactlyInAnyOrder("0", "1");
    }
}
