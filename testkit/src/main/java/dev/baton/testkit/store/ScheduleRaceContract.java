package dev.baton.testkit.store;

import static dev.baton.testkit.store.StoreUnderTest.ROUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.job.KeyScope;
import dev.baton.store.NewJob;
import dev.baton.store.Payload;
import dev.baton.store.ScheduleDefinition;
import dev.baton.store.ScheduleStore;
import dev.baton.store.ScheduleStore.Declaration;
import dev.baton.store.ScheduleStore.Fired;
import dev.baton.store.ScheduleStore.Firing;
import dev.baton.store.ScheduleStore.Move;
import dev.baton.store.ScheduleView;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many who fire the same schedules at once. */
abstract class ScheduleRaceContract {

    abstract StoreUnderTest it();

    private ScheduleStore schedules() {
        return it().store.schedules();
    }

    private void due(String name) {
        var definition = new ScheduleDefinition(
                name,
                new ScheduleDefinition.Rules("every PT1H", "once", "SKIP"),
                new ScheduleDefinition.Template(
                        ROUTE, Payload.of("{}", "a label"), 0, Optional.empty(), false, Optional.empty()),
                true);
        schedules().declare(List.of(new Declaration(definition, Optional.of(it().now()))), it().now());
    }

    private ScheduleView find(String name) {
        return schedules().find(List.of(name)).get(0);
    }

    private static Firing firing(ScheduleView seen, NewJob job) {
        Instant fired = seen.nextAt().orElseThrow();
        var move = new Move(Optional.of(fired.plusSeconds(3600)), fired);
        return new Firing(seen.name(), seen.revision(), move, List.of(job), false, Optional.empty());
    }

    @Test
    void of_many_who_fire_the_same_schedules_at_once_one_does_each() throws Exception {
        List<String> names = IntStream.range(0, 10).mapToObj(i -> "s-" + i).toList();
        names.forEach(this::due);
        List<ScheduleView> seen = schedules().find(names);
        List<List<Firing>> each = IntStream.range(0, 8)
                .mapToObj(i -> seen.stream()
                        .map(one -> firing(one, it().keyed(KeyScope.ACTIVE, "schedule/" + one.name(), "{}")))
                        .toList())
                .toList();

        List<List<Fired>> fired = AtOnce.run(each.stream()
                .map(firings -> (Callable<List<Fired>>) () -> schedules().fire(firings, it().now()))
                .toList());

        assertThat(fired.stream().flatMap(List::stream).filter(Fired::fired).map(Fired::name))
                .containsExactlyInAnyOrderElementsOf(names);
        assertThat(it().claimable()).hasSize(10);
        assertThat(schedules().find(names))
                .allSatisfy(one -> assertThat(one.revision()).isEqualTo(2));
    }

    @Test
    void of_many_who_fire_it_again_and_again_each_time_has_one_job() throws Exception {
        due("minutely");
        int times = 5;
        Callable<Long> node = () -> {
            long mine = 0;
            for (int looked = 0; looked < 1_000; looked++) {
                ScheduleView seen = find("minutely");
                if (seen.nextAt().orElseThrow().isAfter(it().now().plus(Duration.ofHours(times - 1)))) {
                    return mine;
                }
                NewJob job = it().job();
                if (schedules()
                        .fire(List.of(firing(seen, job)), it().now())
                        .get(0)
                        .fired()) {
                    mine++;
                }
            }
            throw new AssertionError("it never came to an end");
        };

        List<Long> fired = AtOnce.run(List.of(node, node, node, node));

        assertThat(fired.stream().mapToLong(Long::longValue).sum()).isEqualTo(times);
        assertThat(new HashSet<>(it().claimable())).hasSize(times);
    }
}
