package dev.baton.server.demo.jobs;

import dev.baton.job.JobRequest;
import dev.baton.server.demo.verdict.Fate;
import java.time.Duration;

/** Something to be enqueued; with a key that is not empty, it may be the same as an earlier one. */
record Order(Kind kind, Work work, String key, Duration delay) {

    JobRequest<Work> request() {
        JobRequest<Work> request = kind.type().job(work).in(delay);
        return key.isEmpty() ? request : request.uniqueKey(key);
    }

    Fate fate() {
        return work.hopeless() ? Fate.DEAD : Fate.DONE;
    }
}
