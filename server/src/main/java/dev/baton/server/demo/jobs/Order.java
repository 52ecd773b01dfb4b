package dev.baton.server.demo.jobs;

import dev.baton.checker.Fate;
import dev.baton.job.JobRequest;
import java.time.Duration;

/** Something to be enqueued; with a key that is not empty, it may be the same as an earlier one. */
record Order(Kind kind, Work work, String key, String lane, Duration delay) {

    static Order plain(Kind kind, Work work) {
        return new Order(kind, work, "", "", Duration.ZERO);
    }

    Order in(Duration wanted) {
        return new Order(kind, work, key, lane, wanted);
    }

    Order key(String wanted) {
        return new Order(kind, work, wanted, lane, delay);
    }

    Order lane(String wanted) {
        return new Order(kind, work, key, wanted, delay);
    }

    JobRequest<Work> request() {
        JobRequest<Work> request = kind.type().job(work).in(delay);
        JobRequest<Work> inLane = lane.isEmpty() ? request : request.lane(lane);
        return key.isEmpty() ? inLane : inLane.uniqueKey(key);
    }

    /** What is hopeless and in nobody's way stays dead; otherwise somebody skips it. */
    Fate fate() {
        if (work.course() != Work.Course.HOPELESS) {
            return Fate.DONE;
        }
        return lane.isEmpty() ? Fate.DEAD : Fate.SKIPPED;
    }
}
