package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.store.ScheduleDefinition.Rules;
import dev.baton.store.ScheduleDefinition.Template;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteTest {

    private static final Route PLAIN = new Route("mail", "receipt.send", 2);

    @Test
    void a_route_is_what_its_line_says_with_a_key_and_without() {
        for (Route route : List.of(PLAIN, PLAIN.withKey("tenant-7"), PLAIN.withKey("M\u00fcller & S\u00f6hne"))) {
            assertThat(Route.ofLine(route.line(), route.type(), route.version()))
                    .isEqualTo(route);
        }
        assertThat(PLAIN.line()).as("what was stored before").isEqualTo("mail");
    }

    @Test
    void the_lines_of_all_keys_of_a_queue_stand_together_before_those_of_other_queues() {
        String first = PLAIN.withKey("a").line();
        String other = new Route("mail2", "receipt.send", 2).withKey("a").line();

        assertThat(first).isGreaterThan(Route.lines("mail")).isLessThan(Route.linesEnd("mail"));
        assertThat(other).isGreaterThan(Route.linesEnd("mail"));
        assertThat(PLAIN.line()).isGreaterThan(Route.linesEnd("mail"));
    }

    @Test
    void a_schedule_without_a_key_is_known_by_what_an_earlier_version_stored() {
        assertThat(PLAIN).hasToString("Route[queue=mail, type=receipt.send, version=2]");
        assertThat(definition(PLAIN.withKey("a")).sha256())
                .isNotEqualTo(definition(PLAIN).sha256())
                .isNotEqualTo(definition(PLAIN.withKey("b")).sha256());
    }

    private static ScheduleDefinition definition(Route route) {
        var job = new Template(route, Payload.of("{}", "a receipt"), 0, Optional.empty(), false, Optional.empty());
        return new ScheduleDefinition("daily", new Rules("PT1H", "once", "SKIP"), job, true);
    }
}
