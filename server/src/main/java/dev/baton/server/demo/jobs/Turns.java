package dev.baton.server.demo.jobs;

import dev.baton.checker.Turn;
import java.util.Optional;

/** Places in lanes, as the log has them. */
final class Turns {

    private Turns() {}

    static Turn of(Optional<dev.baton.job.Turn> turn) {
        return turn.map(taken -> new Turn(taken.lane(), taken.sequence())).orElse(Turn.NONE);
    }
}
