package dev.baton.server.demo.jobs;

import dev.baton.checker.Archive;
import dev.baton.checker.Journal;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Kills the worker while it works, spread evenly over the course of the demo, and starts it again at once.
 *
 * <p>The engine gives a job up that was lost with three processes, as it may be what kills them. Here it never is, so no kill
 * falls while a job that was lost twice is not over. As a kill adds one loss, none is lost three times, whatever the timing.
 */
final class Killer {

    private static final int LOSSES_MAX = 3;

    private final WorkerProcess worker;
    private final Archive.Reader file;
    private final Journal log;
    private final int kills;
    private final int step;
    private int done;
    private int nextAt;
    private long fence;
    private long killedAt;
    private boolean away;

    /** The worker was killed with so many jobs in its hands, and another one started so long after that. */
    record Kill(int number, long pid, int running, long nextPid, Duration restartedAfter) {}

    Killer(WorkerProcess worker, Archive.Reader file, Journal log, Workload workload) {
        this.worker = worker;
        this.file = file;
        this.log = log;
        this.kills = workload.kills();
        this.step = workload.total() / (kills + 1);
        this.nextAt = step;
    }

    /** How many jobs are to be there by now, so that there is always something to be killed at. */
    int wanted() {
        return (done + 2) * step;
    }

    /** Kills the worker and starts another, if so many jobs are over that it is time, and it is at work. */
    Optional<Kill> killIfDue(int over) throws IOException, InterruptedException, SQLException {
        if (done == kills || over < nextAt || away || file.running() == 0 || file.lostMost() >= LOSSES_MAX - 1) {
            return Optional.empty();
        }
        long pid = worker.pid();
        killedAt = System.nanoTime();
        if (!worker.kill()) {
            return Optional.empty(); // it had ended by itself, which is for others to notice
        }
        log.killed(pid);
        away = true;
        fence = file.fence();
        int running = file.running();
        worker.start();
        var restartedAfter = Duration.ofNanos(System.nanoTime() - killedAt);
        if (running == 0) {
            return Optional.empty(); // it had just come to rest, so this one proves nothing
        }
        done++;
        nextAt = Math.max((done + 1) * step, over + step / 2);
        return Optional.of(new Kill(done, pid, running, worker.pid(), restartedAfter));
    }

    /** Once after every kill, as soon as the next worker has claimed jobs: how long that took. */
    Optional<Duration> backAfter() throws SQLException {
        if (!away || file.fence() == fence) {
            return Optional.empty();
        }
        away = false;
        return Optional.of(Duration.ofNanos(System.nanoTime() - killedAt));
    }
}
