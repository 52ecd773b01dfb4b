package dev.baton.server.demo.jobs;

import static java.time.Duration.ofMillis;

import dev.baton.job.JobType;
import dev.baton.job.Retry;
import java.time.Duration;

/** The kinds of jobs in the demo, each with a difficulty of its own. */
enum Kind {
    /** In the lane of its account, strictly one after another. */
    PAYMENT("payment.send", "in lanes"),
    RATE("rate.fetch", "flaky"),
    REPORT("report.render", "slow"),
    /** In the lane of its chain as well, where a crash may repeat the last few: to look again does no harm. */
    WALLET("wallet.sync", "keyed"),
    REMINDER("reminder.send", "delayed"),
    IMPORT("broken.import", "hopeless");

    /** Many more than a job can need: at most 3 failures and, as the demo kills with care, 2 losses. */
    private static final int ATTEMPTS = 10;

    private final String typeName;
    private final String character;

    Kind(String typeName, String character) {
        this.typeName = typeName;
        this.character = character;
    }

    JobType<Work> type() {
        JobType<Work> type = JobType.of(typeName, Work.class)
                .retry(Retry.fixed(ofMillis(250)).jitter(0.5).attempts(ATTEMPTS))
                .timeout(Duration.ofMinutes(1))
                .label(work -> typeName + " " + work.number());
        return isReplayable() ? type.replayable() : type;
    }

    boolean isReplayable() {
        return this == WALLET;
    }

    String typeName() {
        return typeName;
    }

    /** Its difficulty, in one word. */
    String character() {
        return character;
    }
}
