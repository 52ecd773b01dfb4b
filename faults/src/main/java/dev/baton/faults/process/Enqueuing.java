package dev.baton.faults.process;

import dev.baton.Baton;
import dev.baton.checker.Asked;
import dev.baton.checker.Journal;
import dev.baton.job.BatonException;
import dev.baton.job.JobRequest;
import dev.baton.store.Inserted;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Enqueues work of all courses, in transactions of its own and of the caller's, which commit or roll back; with keys that come again,
 * and now and then with another body. Says before each call what it wants, and after it what it got.
 */
final class Enqueuing {

    /** In turn; keys come more often, as it is their meeting that counts. */
    private static final List<Course> COURSES = Stream.concat(
                    Stream.of(Course.KEYED, Course.KEYED),
                    Stream.of(Course.values()).filter(course -> course != Course.BLOCKING && course != Course.BLOCKED))
            .toList();

    /** Or a short life might never come to a checkpoint or a command. */
    private static final Set<Course> COMMITTED_ALWAYS = EnumSet.of(
            Course.IN_PARTS,
            Course.UNWANTED,
            Course.REPAIRED,
            Course.KILLED,
            Course.KILLED_BY_HAND,
            Course.ASKED_ABOUT);

    private static final int KEYS = 5;
    private static final int STRICT_LANES = 3;
    private static final int CHAINS = 2;

    /** By what means. */
    private enum Manner {
        OWN,
        COMMITTED,
        ROLLED_BACK
    }

    private final Baton baton;
    private final Journal journal;
    private final Database database;
    private final Operating operating;
    private final RandomGenerator random;
    private final String me;
    private int count;

    /** One of those that enqueue; its name is nobody else's. */
    Enqueuing(Baton baton, Journal journal, Database database, Operating operating, RandomGenerator random, String me) {
        this.baton = baton;
        this.journal = journal;
        this.database = database;
        this.operating = operating;
        this.random = random;
        this.me = me;
    }

    /** All courses, one after another, and again, until there are so many; at most so long after each other. */
    void enqueue(int jobs, Duration pause) throws IOException, InterruptedException {
        var never = new CountDownLatch(1);
        while (count < jobs && baton.isReady()) {
            Course course = COURSES.get(count % COURSES.size());
            enqueueOne(course, lane(course));
            if (!pause.isZero()) {
                boolean unexpected = never.await(random.nextLong(pause.toNanos()), TimeUnit.NANOSECONDS);
                assert !unexpected;
            }
        }
    }

    /** A lane that stands still for good: one that blocks, and some behind it. */
    void enqueueBlocked(int behind) throws IOException {
        String lane = "blocked-" + me;
        call(request(Course.BLOCKING, lane, name(Course.BLOCKING)), Manner.OWN);
        for (int i = 0; i < behind; i++) {
            call(request(Course.BLOCKED, lane, name(Course.BLOCKED)), Manner.OWN);
        }
    }

    private void enqueueOne(Course course, String lane) throws IOException {
        Manner manner = COMMITTED_ALWAYS.contains(course) ? Manner.OWN : manner();
        JobRequest<Work> request = course == Course.KEYED ? keyed() : request(course, lane, name(course));
        call(request, manner);
    }

    private Manner manner() {
        if (random.nextInt(10) < 6) {
            return Manner.OWN;
        }
        return random.nextBoolean() ? Manner.COMMITTED : Manner.ROLLED_BACK;
    }

    private String name(Course course) {
        count++;
        return course.name().toLowerCase(Locale.ROOT) + "-" + me + "-" + count;
    }

    private static JobRequest<Work> request(Course course, String lane, String name) {
        JobRequest<Work> request = course.kind().type().job(new Work(name, course));
        return lane.isEmpty() ? request : request.lane(lane);
    }

    /** First two keys that are new, then one of few, mostly with the body that it had the other times. */
    private JobRequest<Work> keyed() {
        String key = count < 2 ? "k" + me + "." + count : "k" + random.nextInt(KEYS);
        count++;
        int body = random.nextInt(4) == 0 ? 1 : 0;
        var work = new Work("keyed-" + key + "-" + body, Course.KEYED);
        return Kind.KEYED.type().job(work).uniqueKey(key);
    }

    private String lane(Course course) {
        return switch (course.kind()) {
            case STRICT -> "strict-" + random.nextInt(STRICT_LANES);
            case CHAIN -> "chain-" + random.nextInt(CHAINS);
            default -> "";
        };
    }

    private void call(JobRequest<Work> request, Manner manner) throws IOException {
        Call call = invoked(request);
        try {
            if (manner == Manner.OWN) {
                acknowledged(call, baton.enqueue(request));
            } else if (request.lane().isPresent() && random.nextInt(3) == 0) {
                callInTransaction(List.of(call, invoked(elsewhere())), manner == Manner.COMMITTED);
            } else {
                callInTransaction(List.of(call), manner == Manner.COMMITTED);
            }
        } catch (BatonException refused) {
            // Whatever else it says, it promises that nothing was done, unless nobody knows.
            if (!refused.code().equals("OUTCOME_UNKNOWN")) {
                journal.refused(call.name());
            }
        } catch (IllegalStateException aFaultThatWasAskedFor) {
            // What came of it nobody knows.
        }
    }

    /** Another that goes into a lane: two who add to two lanes in different orders come to stand in each other's way. */
    private JobRequest<Work> elsewhere() {
        return request(Course.IN_LANE, lane(Course.IN_LANE), name(Course.IN_LANE));
    }

    /** What is wanted, under a name of its own. */
    private record Call(String name, JobRequest<Work> request) {}

    private Call invoked(JobRequest<Work> request) throws IOException {
        Work work = request.payload();
        var call = new Call(me + "-call-" + count, request);
        journal.invoked(
                call.name(),
                new Journal.Wanted(
                        work.name(),
                        request.type().name(),
                        request.key().orElse(""),
                        request.lane().orElse(""),
                        work.course().fate(),
                        0));
        return call;
    }

    private void callInTransaction(List<Call> calls, boolean commits) throws IOException {
        boolean mayBeThere = false;
        try (Connection transaction = database.connect()) {
            transaction.setAutoCommit(false);
            var inserted = new ArrayList<Inserted>();
            for (Call call : calls) {
                inserted.add(baton.enqueue(transaction, call.request()));
            }
            mayBeThere = commits; // nothing else could make anything of it
            if (!commits) {
                transaction.rollback();
                refused(calls);
            } else if (Ledger.isCommitted(transaction)) {
                for (int i = 0; i < calls.size(); i++) {
                    acknowledged(calls.get(i), inserted.get(i));
                }
            }
        } catch (SQLException | RuntimeException notNow) {
            if (!mayBeThere) {
                refused(calls);
            }
        }
    }

    private void refused(List<Call> calls) throws IOException {
        for (Call call : calls) {
            journal.refused(call.name());
        }
    }

    private void acknowledged(Call call, Inserted inserted) throws IOException {
        boolean existing = inserted.answer() == Inserted.Answer.EXISTING;
        journal.acknowledged(call.name(), inserted.id().toString(), Handling.turn(inserted.turn()), existing);
        if (call.request().payload().course() == Course.UNWANTED) {
            operating.ask(inserted.id(), Asked.CANCEL);
        }
    }
}
