package dev.baton.testkit.store.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What fails is made as short as it can be. */
class ShrinkingTest {

    private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

    @Test
    void only_what_it_takes_to_fail_is_left() {
        assertThat(Shrinking.shortest(HUNDRED, some -> some.contains(7) && some.contains(42) && some.contains(99)))
                .containsExactly(7, 42, 99);
    }

    @Test
    void what_fails_as_a_whole_only_stays_whole() {
        assertThat(Shrinking.shortest(HUNDRED, some -> some.size() == 100)).isEqualTo(HUNDRED);
    }

    @Test
    void each_that_is_left_is_made_as_simple_as_it_can_be() {
        assertThat(Shrinking.simplest(
                        List.of(9, 30), n -> n == 0 ? List.of() : List.of(n - 1), some -> some.get(0) >= 3))
                .containsExactly(3, 0);
    }
}
