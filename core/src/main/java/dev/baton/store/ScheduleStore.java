package dev.baton.store;

import dev.baton.store.OperatorCommand.By;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The schedules of a store, by name. Whoever fires one says as of which revision, so that of several who do it at once, or of one who does
 * it again, one has done it. What operators do to them is a {@link OperatorCommand.OnSchedule}.
 */
public interface ScheduleStore {

    /**
     * Stores these, in one transaction, and answers what became of each, in order. One that is stored as it is declared stays as it
     * stands; one whose timing is the same keeps its next time. What is paused stays so.
     */
    List<Declared> declare(List<Declaration> declarations, Instant now);

    /**
     * The schedules that are due and not paused, at most so many, those that are due longest first, without these; and when the first of
     * all is due that is not paused. One statement, at a cost that no number of schedules can raise.
     */
    Due due(Instant now, int limit, Set<String> except);

    /**
     * Fires each of these, in one transaction with the jobs that it adds as {@link JobStore#insert(List, Instant)} does. One whose schedule
     * is not of its revision, or is in other hands, is left out, and says so. A job that is replaced is cancelled as an operator would
     * do it, as far as it can be.
     */
    List<Fired> fire(List<Firing> firings, Instant now);

    /** Those of these names that there are, by name. */
    List<ScheduleView> find(Collection<String> names);

    /** At most so many, by name, from after this one on. */
    List<ScheduleView> list(Optional<String> after, int limit);

    /** The same of those alone that programs name whenever they start. */
    List<ScheduleView> inCode(Optional<String> after, int limit);

    /** Who replaces jobs, for the record. */
    static By replacing(String schedule) {
        return new By(OperatorCommand.OnSchedule.targetOf(schedule), "its next time has come");
    }

    /** What is put on record when an operator has one fired. */
    String RUN = "RUN_SCHEDULE";

    /**
     * A schedule that is to be there.
     *
     * @param nextAt its next time, if it is new or has another timing
     */
    record Declaration(ScheduleDefinition definition, Optional<Instant> nextAt) {}

    /** What became of a declaration. */
    enum Declared {
        /** It was not there before. */
        ADDED,
        /** It was there, and is another now. */
        CHANGED,
        /** It was there. */
        SAME
    }

    /**
     * What is due.
     *
     * @param earliest when the first is due; empty if none ever is
     */
    record Due(List<ScheduleView> schedules, Optional<Instant> earliest) {}

    /**
     * A schedule that fires.
     *
     * @param revision of what was seen of it
     * @param move what is written down about it
     * @param jobs what is added; nothing if its time is passed over
     * @param replaces whether its last job is to be cancelled
     * @param by who wants it, if it was not its time
     */
    record Firing(String name, long revision, Move move, List<NewJob> jobs, boolean replaces, Optional<By> by) {}

    /**
     * How a schedule stands when it has fired.
     *
     * @param nextAt when it fires next
     * @param fireTime for which time the last of its jobs is, if one was added
     */
    record Move(Optional<Instant> nextAt, Instant fireTime) {}

    /**
     * What became of it.
     *
     * @param fired false if nothing was done, as somebody else has changed the schedule
     * @param jobs the answers for its jobs
     */
    record Fired(String name, boolean fired, List<Inserted> jobs) {

        /** It was not as it was thought to be. */
        public static Fired not(String name) {
            return new Fired(name, false, List.of());
        }

        /** The last one that was really added. */
        public Optional<Inserted> added() {
            return jobs.stream()
                    .filter(each -> each.answer() != Inserted.Answer.EXISTING)
                    .reduce((first, second) -> second);
        }
    }
}
