package dev.baton.faults.process;

import dev.baton.job.CrashPolicy;
import dev.baton.job.JobType;
import dev.baton.job.KeyScope;
import dev.baton.job.Retry;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** The types of jobs. */
enum Kind {
    /** Nothing special. */
    PLAIN,
    /** Its handler takes so long that it can be cancelled on the way. */
    SLOW,
    /** Its handler ends the job in a transaction of its own. */
    OWN_END,
    /** Does something outside that can be looked up; after a crash that is done first. */
    ASKED,
    /** Does something outside that only people can look up. */
    HELD,
    /** Has a key for ever. */
    KEYED,
    /** In a lane, one after another. */
    STRICT,
    /** In a lane that may be replayed, in runs. */
    CHAIN;

    private static final Retry SOON =
            Retry.fixed(Duration.ofMillis(20)).jitter(0).attempts(50);

    JobType<Work> type() {
        JobType<Work> type =
                JobType.of(typeName(), Work.class).label(Work::name).retry(SOON).keyScope(KeyScope.FOREVER);
        return switch (this) {
            case CHAIN -> type.replayable();
            case ASKED -> type.onCrash(CrashPolicy.RECONCILE);
            case HELD -> type.onCrash(CrashPolicy.HOLD);
            default -> type;
        };
    }

    String typeName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The types of which a crash may repeat the last few jobs of a lane. */
    static Set<String> replayable() {
        return Set.of(CHAIN.typeName());
    }
}
