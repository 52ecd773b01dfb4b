package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.BY;
import static dev.baton.testkit.store.StoreUnderTest.LIMITS;
import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static dev.baton.testkit.store.StoreUnderTest.done;
import static dev.baton.testkit.store.StoreUnderTest.inLane;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.KeyScope;
import dev.baton.store.ActionView;
import dev.baton.store.Claim;
import dev.baton.store.Claimed;
import dev.baton.store.CommandResult;
import dev.baton.store.Ending;
import dev.baton.store.Held;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.Route;
import dev.baton.store.Switch;
import dev.baton.store.Terms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Turning off queues, types and lanes. */
abstract class SwitchContract {

    private static final Route SAME_QUEUE = new Route("default", "invoice.send", 1);
    private static final Route SAME_TYPE = new Route("mail", "receipt.send", 1);
    private static final Route NEWER = new Route("default", "receipt.send", 2);

    abstract StoreUnderTest it();

    static Stream<Switch> everyKind() {
        return Stream.of(
                Switch.pause("default"), Switch.queue("default"), Switch.type("receipt.send"), Switch.lane("alice"));
    }

    private List<Route> claimedRoutes() {
        Map<Route, Terms> all = Map.of(ROUTE, LIMITS, SAME_QUEUE, LIMITS, SAME_TYPE, LIMITS, NEWER, LIMITS);
        return it().claim(List.of(), 100, all).claims().stream()
                .map(Claim::route)
                .toList();
    }

    private void addOfEveryRoute() {
        for (Route route : List.of(ROUTE, SAME_QUEUE, SAME_TYPE, NEWER)) {
            it().insert(it().job(route, 0, it().now()));
        }
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void what_is_off_is_not_claimed_until_it_is_on_again_and_new_jobs_wait_too(Switch which) {
        JobId before = it().addTo("alice");
        assertThat(it().turnOff(which)).isEqualTo(new CommandResult.Applied("on", "off"));
        JobId after = it().addTo("alice");

        assertThat(it().store.switches()).containsExactly(which);
        assertThat(it().claim(it().node(), 10)).isEqualTo(new Claimed(List.of(), Optional.empty()));

        assertThat(it().turnOn(which)).isEqualTo(new CommandResult.Applied("off", "on"));
        assertThat(it().store.switches()).isEmpty();
        assertThat(it().doAll()).containsExactly(before, after);
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void what_runs_already_goes_on_and_ends(Switch which) {
        it().addTo("alice", 2);
        Claim running = it().claimOne();

        it().turnOff(which);

        assertThat(it().store.heldBy(it().node())).containsExactly(new Held(running.id(), running.fence(), false));
        assertThat(it().finish(running, done()).state()).contains(JobState.DONE);
        assertThat(it().claimable()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("everyKind")
    void a_switch_stays_as_it_is_whoever_restarts(Switch which) {
        it().addTo("alice");
        it().turnOff(which);

        it().loseNode();

        assertThat(it().store.switches()).containsExactly(which);
        assertThat(it().claimable()).isEmpty();
    }

    @Test
    void a_queue_that_is_off_concerns_all_its_types_and_no_other_queue() {
        addOfEveryRoute();
        it().turnOff(Switch.queue("default"));

        assertThat(claimedRoutes()).containsExactly(SAME_TYPE);
    }

    @Test
    void a_type_that_is_off_concerns_all_its_queues_and_versions_and_no_other_type() {
        addOfEveryRoute();
        it().turnOff(Switch.type("receipt.send"));

        assertThat(claimedRoutes()).containsExactly(SAME_QUEUE);
    }

    @Test
    void a_lane_that_is_off_concerns_no_other_lane_and_none_without_one() {
        it().addTo("alice");
        JobId bobs = it().addTo("bob");
        JobId free = it().add();
        it().turnOff(Switch.lane("alice"));

        assertThat(it().claimable()).containsExactlyInAnyOrder(bobs, free);
    }

    @Test
    void resuming_a_queue_does_not_undo_its_kill_switch_nor_the_other_way_round() {
        JobId job = it().add();
        it().turnOff(Switch.pause("default"));
        it().turnOff(Switch.queue("default"));

        it().turnOn(Switch.pause("default"));
        assertThat(it().store.switches()).containsExactly(Switch.queue("default"));
        assertThat(it().claimable()).isEmpty();

        it().turnOff(Switch.pause("default"));
        it().turnOn(Switch.queue("default"));
        assertThat(it().claimable()).isEmpty();
        it().turnOn(Switch.pause("default"));
        assertThat(it().claimable()).containsExactly(job);
    }

    @Test
    void switches_of_one_name_are_independent_of_each_other() {
        List<Switch> all = List.of(Switch.pause("a"), Switch.queue("a"), Switch.type("a"), Switch.lane("a"));
        all.forEach(it()::turnOff);
        assertThat(it().store.switches()).containsExactlyInAnyOrderElementsOf(all);

        it().turnOn(Switch.type("a"));
        assertThat(it().store.switches())
                .containsExactlyInAnyOrder(Switch.pause("a"), Switch.queue("a"), Switch.lane("a"));
    }

    @Test
    void turning_off_what_is_off_is_recorded_and_changes_nothing() {
        it().turnOff(Switch.type("receipt.send"));
        assertThat(it().turnOff(Switch.type("receipt.send"))).isEqualTo(new CommandResult.Applied("off", "off"));
        assertThat(it().turnOn(Switch.lane("nobody"))).isEqualTo(new CommandResult.Applied("on", "on"));

        assertThat(it().store.switches()).containsExactly(Switch.type("receipt.send"));
        assertThat(it().store.actions(10))
                .containsExactly(
                        new ActionView("TURN_ON", "lane nobody", BY, "on", "on", it().now()),
                        new ActionView("TURN_OFF", "type receipt.send", BY, "off", "off", it().now()),
                        new ActionView("TURN_OFF", "type receipt.send", BY, "on", "off", it().now()));
    }

    @Test
    void in_a_lane_that_is_off_nobody_is_ready_whatever_happens_there() {
        List<JobId> jobs = it().addTo("alice", 4);
        Claim running = it().claimOne();
        it().turnOff(Switch.lane("alice"));

        it().finish(running, new Ending.Dead("NEVER", ""));
        assertThat(it().command(jobs.get(0), Act.RETRY)).isEqualTo(new CommandResult.Applied("dead", "waiting"));
        it().command(jobs.get(1), Act.SKIP);
        assertThat(it().claimable()).isEmpty();
        assertThat(it().state(jobs.get(2))).isEqualTo(JobState.WAITING);

        it().turnOn(Switch.lane("alice"));
        assertThat(it().doAll()).containsExactly(jobs.get(0), jobs.get(2), jobs.get(3));
    }

    @Test
    void turning_on_a_lane_readies_nobody_who_waits_for_something_else() {
        it().insert(it().keyed(KeyScope.ACTIVE, "k", "{}"));
        it().claimOne();
        it().insert(inLane("alice", it().again("k")));
        it().addTo("bob", 2);
        it().finish(it().claimOne(), new Ending.Dead("NEVER", ""));
        for (String lane : List.of("alice", "bob")) {
            it().turnOff(Switch.lane(lane));
            it().turnOn(Switch.lane(lane));
        }

        assertThat(it().claimable()).isEmpty();
    }
}
