package dev.baton.postgres;

import dev.baton.internal.fault.AtCommit;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.Claim;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The ends of jobs behind which others of their lane were claimed with them. While one of those runs nobody of the lane gets ready,
 * so there is nothing to settle, and one statement says it all ({@link FinishSql#PASS_ON}). Who was followed is a guess of this
 * process; the statement makes sure.
 */
final class Passing {

    /** So many are remembered; more would mean that most of them will never be asked for. */
    private static final int MOST = 100_000;

    private final Transactions transactions;
    private final Set<Said.Owned> followed = ConcurrentHashMap.newKeySet();

    Passing(Transactions transactions) {
        this.transactions = transactions;
    }

    /** These were claimed at once, those of a lane in their order. */
    void claimed(List<Claim> claims) {
        if (followed.size() > MOST) {
            followed.clear();
        }
        Set<String> lanes = new HashSet<>();
        for (int i = claims.size() - 1; i >= 0; i--) {
            Claim claim = claims.get(i);
            Optional<String> lane = claim.turn().map(Turn::lane);
            if (lane.isPresent() && !lanes.add(lane.get())) {
                followed.add(new Said.Owned(claim.id(), claim.fence()));
            }
        }
    }

    /** What came of these if they are one, which is done and followed; nothing if there is more to it, and nothing was done. */
    Optional<List<Finished>> end(List<Finish> finishes, Instant now) {
        boolean any = false;
        for (Finish finish : finishes) {
            any |= followed.remove(new Said.Owned(finish.id(), finish.fence()));
        }
        if (!any || finishes.size() > 1 || !(finishes.get(0).ending() instanceof Ending.Done done)) {
            return Optional.empty();
        }
        JobId job = finishes.get(0).id();
        AtCommit.forget();
        AtCommit.OUT.due();
        boolean passed = transactions
                .alone(
                        FinishSql.PASS_ON,
                        row -> row.flag("passed"),
                        "id",
                        job.value(),
                        "fence",
                        finishes.get(0).fence(),
                        "result",
                        done.result().orElse(null),
                        "facts",
                        finishes.get(0).facts().orElse(null),
                        "now",
                        Values.micros(now))
                .orElse(false);
        return passed
                ? Optional.of(List.of(new Finished(Finished.Answer.RECORDED, Optional.of(JobState.DONE))))
                : Optional.empty();
    }
}
