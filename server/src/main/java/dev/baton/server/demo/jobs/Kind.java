package dev.baton.server.demo.jobs;

import static java.time.Duration.ofMillis;

import dev.baton.job.JobType;
import dev.baton.job.Retry;
import java.time.Duration;

/** The kinds of jobs in the demo, each with a difficulty of its own. */
enum Kind {
    PAYMENT("payment.send", "quick"),
    RATE("rate.fetch", "flaky"),
    REPORT("report.render", "slow"),
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
        return JobType.of(typeName, Work.class)
                .retry(Retry.fixed(ofMillis(250)).jitter(0.5).attempts(ATTEMPTS))
                .timeout(Duration.ofMinutes(1))
                .label(work -> typeName + " " + work.number());
    }

    String typeName() {
        return typeName;
    }

    /** Its difficulty, in one word. */
    String character() {
        return character;
    }
}
