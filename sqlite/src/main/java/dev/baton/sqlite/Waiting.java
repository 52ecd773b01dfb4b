package dev.baton.sqlite;

import dev.baton.job.JobId;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Route;
import java.util.Optional;

/** All that is known of a job that is to be claimed. */
record Waiting(Claim before, Rows.Flags flags) {
    JobId id() {
        return before.id();
    }

    Route route() {
        return before.route();
    }

    Optional<Turn> turn() {
        return before.turn();
    }

    boolean isUntroubled() {
        return before.tally().failures() == 0 && before.tally().lost() == 0 && !flags.inDoubt();
    }
}
