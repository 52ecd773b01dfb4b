package dev.baton.server.demo.jobs;

import dev.baton.Baton;
import dev.baton.checker.Asked;
import dev.baton.checker.Journal;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.Turn;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sees to lanes that stand still behind a dead payment, after a while: skips it if it can never be done; otherwise repairs what was
 * wrong and has it tried again.
 */
final class Operator {

    /** So long it takes until somebody comes; meanwhile all can see that nothing moves in that lane. */
    private static final Duration LATENCY = Duration.ofMillis(900);

    private static final JobFilter DEAD =
            JobFilter.ALL.type(Kind.PAYMENT.typeName()).state(JobState.DEAD);
    private static final int DEAD_MAX = 10;
    private static final int BEHIND_MAX = 1_000;

    private final Producer producer;
    private final Baton baton;
    private final Journal log;
    private final Path repaired;
    private final Map<JobId, Long> seenAt = new HashMap<>();

    /** This was asked for, of the job in that place, behind which so many waited. */
    record Ask(Turn turn, Asked asked, int behind) {}

    Operator(Producer producer, Journal log, Path repaired) {
        this.producer = producer;
        this.baton = producer.baton();
        this.log = log;
        this.repaired = repaired;
    }

    /** Is no lane blocked now? */
    boolean hasNothingToDo() {
        return baton.list(DEAD, 1).isEmpty();
    }

    /** Looks around, does what is due, and says what that was. */
    List<Ask> look() throws IOException {
        var asks = new ArrayList<Ask>();
        for (JobView dead : baton.list(DEAD, DEAD_MAX)) {
            long seen = seenAt.computeIfAbsent(dead.id(), job -> System.nanoTime());
            if (System.nanoTime() - seen > LATENCY.toNanos()) {
                Turn turn = dead.facts().turn().orElseThrow();
                int behind = baton.list(JobFilter.ALL.lane(turn.lane()).state(JobState.WAITING), BEHIND_MAX)
                        .size();
                Asked wanted = isRepairable(dead) ? Asked.RETRY : Asked.SKIP;
                if (ask(dead, wanted)) {
                    asks.add(new Ask(turn, wanted, behind));
                }
            }
        }
        return asks;
    }

    private static boolean isRepairable(JobView dead) {
        return dead.last()
                .filter(ended -> ended.detail().code().equals(Worker.ACCOUNT_CLOSED))
                .isPresent();
    }

    /** False if the store is not there just now; then the next look comes to the same. */
    private boolean ask(JobView dead, Asked wanted) throws IOException {
        log.asks(dead.id().toString(), wanted);
        var by = new By("operator", wanted == Asked.SKIP ? "there is no such account" : "the account is open again");
        try {
            if (wanted == Asked.SKIP) {
                baton.skip(dead.id(), by).orThrow();
                producer.skipped(Kind.PAYMENT);
            } else {
                Files.writeString(repaired, "");
                baton.retry(dead.id(), by).orThrow();
            }
        } catch (StoreUnavailableException notNow) {
            return false;
        }
        log.applied(dead.id().toString(), wanted);
        return true;
    }
}
