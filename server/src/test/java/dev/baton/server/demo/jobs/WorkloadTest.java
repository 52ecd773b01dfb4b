package dev.baton.server.demo.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.checker.Fate;
import dev.baton.server.demo.jobs.Work.Course;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    private final Workload full = Workload.full();
    private final List<Order> orders = full.orders();

    @Test
    void it_is_the_same_few_thousand_jobs_every_time() {
        assertThat(orders).isEqualTo(Workload.full().orders());
        assertThat(full.total()).isEqualTo(3_000);
        assertThat(orders.stream()
                        .map(order -> List.of(order.kind(), order.work()))
                        .distinct())
                .hasSize(3_000);
    }

    @Test
    void there_are_flaky_and_slow_and_keyed_and_delayed_and_hopeless_ones() {
        assertThat(orders)
                .anySatisfy(order -> assertThat(order.work().failures()).isEqualTo(3))
                .anySatisfy(order -> assertThat(order.work().millis()).isGreaterThanOrEqualTo(100))
                .anySatisfy(order -> assertThat(order.delay()).isEqualTo(Duration.ofSeconds(5)))
                .anySatisfy(order -> assertThat(order.fate()).isEqualTo(Fate.DEAD));
        assertThat(orders.stream().map(Order::key).filter("wallet-7"::equals)).hasSize(3);
    }

    @Test
    void lanes_are_long_and_short_and_two_of_their_heads_die_with_many_behind_them() {
        assertThat(inLane("account-1")).hasSize(200);
        assertThat(inLane("chain-1").stream().distinct()).hasSize(200);
        assertThat(inLane("account-7")).hasSizeBetween(50, 70);
        assertThat(orders).filteredOn(order -> order.fate() == Fate.SKIPPED).hasSize(1);
        assertThat(orders)
                .filteredOn(order -> order.work().course() == Course.REPAIRED || order.fate() == Fate.SKIPPED)
                .hasSize(2)
                .allSatisfy(order -> {
                    List<Order> lane = inLane(order.lane());
                    assertThat(lane.indexOf(order)).isBetween(5, lane.size() - 20);
                });
    }

    private List<Order> inLane(String lane) {
        return orders.stream().filter(order -> order.lane().equals(lane)).toList();
    }

    @Test
    void no_job_needs_more_attempts_than_it_has_even_if_it_is_lost_twice() {
        assertThat(orders)
                .allSatisfy(order -> assertThat(order.work().failures() + 2)
                        .isLessThan(order.kind().type().retry().attempts() - 1));
    }
}
