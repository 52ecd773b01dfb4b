package dev.baton;

import dev.baton.internal.prune.Pruning;
import dev.baton.internal.runtime.Settings;
import dev.baton.job.JobType;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Optional;

/** What a setup says of jobs that are over. */
final class Kept {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Faults faults;
    private Duration keep = Duration.ofDays(30);
    private Duration every = Duration.ofHours(1);
    private Optional<Export> export = Optional.empty();

    Kept(Faults faults) {
        this.faults = faults;
    }

    void retention(Duration keepFinishedFor, Duration pruneInterval) {
        faults.unless(
                !keepFinishedFor.isNegative() && !keepFinishedFor.isZero() && keepFinishedFor.compareTo(LONGEST) <= 0,
                "the retention must be positive and at most 36,500 days; got " + keepFinishedFor);
        keep = keepFinishedFor;
        every = faults.positive("the interval of pruning", pruneInterval);
    }

    void export(Export to) {
        export = Optional.of(to);
    }

    Settings.Retention retention(Collection<JobType<?>> types) {
        var ofType = new HashMap<String, Duration>();
        types.forEach(type -> type.keepFinished().ifPresent(time -> ofType.put(type.name(), time)));
        return new Settings.Retention(new Pruning.Keep(keep, ofType, every), export.map(Export::files));
    }
}
