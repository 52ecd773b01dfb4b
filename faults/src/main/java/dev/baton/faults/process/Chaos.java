package dev.baton.faults.process;

import dev.baton.faults.process.Assignment.Mode;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Processes that work, one after another and now and then with one beside that enqueues, and are killed, or stopped and resumed, at
 * times that a seed decides.
 */
final class Chaos {

    /** More than any of them comes to: who has done its work cannot be killed in the middle of it. */
    private static final int JOBS = 1_000_000;

    private static final int JOBS_BESIDE = 30;
    private static final Duration SHORTEST = Duration.ofMillis(200);
    private static final Duration LONGEST_STOP = Duration.ofMillis(600);

    private final Arena arena;
    private final SplittableRandom random;
    private final Duration longest;
    private int kills;
    private int stops;
    private int terms;

    /** The longest that a process is left alone. */
    Chaos(Arena arena, long seed, Duration longest) {
        this.arena = arena;
        this.random = new SplittableRandom(seed);
        this.longest = longest;
    }

    void rage(Duration duration) throws IOException, InterruptedException, SQLException {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() - end < 0) {
            boolean two = random.nextInt(3) == 0;
            Optional<Life> beside = two ? Optional.of(arena.live(Mode.ENQUEUE, JOBS_BESIDE, "")) : Optional.empty();
            try (Life life = arena.live(Mode.SERVE, JOBS, "")) {
                if (random.nextInt(4) > 0) { // the others may die while they start
                    arena.awaitWord(life);
                }
                torment(life);
            } finally {
                if (beside.isPresent()) {
                    kill(beside.get());
                }
            }
            arena.snapshot();
        }
    }

    /** Until it is killed, or has come to its end by itself. */
    private void torment(Life life) throws IOException, InterruptedException {
        while (!life.hasEnded(between(SHORTEST, longest)) && random.nextInt(3) == 0) {
            life.signal("STOP");
            if (life.hasEnded(between(Duration.ofMillis(20), LONGEST_STOP))) {
                break; // it had come to its end just then
            }
            stops++;
            arena.stopped(life);
            life.signal("CONT");
            arena.journal().resumed(life.pid());
        }
        if (life.isAlive() && random.nextInt(4) == 0) {
            life.signal("TERM");
            terms++;
        } else {
            life.kill();
        }
        end(life);
    }

    private void kill(Life life) throws IOException, InterruptedException {
        life.kill();
        end(life);
    }

    /** One that was told to end does so in good order; one that does not is killed as well. */
    private void end(Life life) throws IOException, InterruptedException {
        int code = life.end();
        if (code == Life.KILLED || code == Life.NOT_ENDED) {
            kills++;
            arena.journal().killed(life.pid());
        }
    }

    private Duration between(Duration least, Duration most) {
        return least.plusNanos(random.nextLong(most.minus(least).toNanos()));
    }

    int kills() {
        return kills;
    }

    int stops() {
        return stops;
    }

    int terms() {
        return terms;
    }
}
