package dev.baton.examples.payments;

import dev.baton.examples.process.Polling;
import dev.baton.examples.process.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Dispatchers that are killed, or stopped and resumed, at times that a seed decides; another begins in the place of one that died. */
final class Rage {

    private static final Duration SHORTEST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofMillis(1_200);
    /** One who is alone has to find out what those before it have sent, and to wait for that, before it is of any use. */
    private static final Duration LONGEST_ALONE = Duration.ofSeconds(3);
    /** Longer than a lease, so that others take over; and not as long as nobody could know any more what is under way. */
    private static final Duration LONGEST_STOP = Duration.ofMillis(1_900);

    /** All there are: each has to come about before a run shows something. */
    private static final int TROUBLES = 10;

    private final World world;
    private final SplittableRandom random;
    private final List<ServiceProcess> dispatchers = new ArrayList<>();
    private int kills;
    private int stops;

    private Rage(World world, long seed) {
        this.world = world;
        this.random = new SplittableRandom(seed);
    }

    /** So many dispatchers, of which the first is ready. */
    static Rage begin(World world, int count, long seed) throws Exception {
        var rage = new Rage(world, seed);
        for (int i = 0; i < count; i++) {
            rage.dispatchers.add(world.dispatcher());
        }
        rage.dispatchers.get(0).awaitReady();
        return rage;
    }

    /** For so long, and until everything has gone wrong that can. */
    void rage(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0 || kills == 0 || stops == 0 || world.troubles() < TROUBLES) {
            wait(between(SHORTEST, dispatchers.size() == 1 ? LONGEST_ALONE : LONGEST));
            int which = random.nextInt(dispatchers.size());
            if (random.nextInt(3) == 0) {
                stop(dispatchers.get(which));
            } else {
                world.kill(dispatchers.get(which));
                kills++;
                dispatchers.set(which, world.dispatcher());
                if (random.nextInt(4) > 0) { // the others may die while they start
                    dispatchers.get(which).awaitReady();
                }
            }
        }
    }

    private void stop(ServiceProcess dispatcher) throws Exception {
        long from = System.nanoTime();
        dispatcher.signal("STOP");
        wait(between(SHORTEST, LONGEST_STOP));
        dispatcher.signal("CONT");
        world.stoodStillSince(from);
        stops++;
    }

    private Duration between(Duration least, Duration most) {
        return least.plusNanos(random.nextLong(most.minus(least).toNanos()));
    }

    private static void wait(Duration time) throws InterruptedException {
        boolean unexpected = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
        assert !unexpected;
    }

    /** Lets nobody in any more, has everything go well, and waits until all is done that can be. */
    void heal(ServiceProcess office) throws Exception {
        world.shut();
        Polling.until("customers have left", () -> office.hasLogged("customers have left"));
        world.calm();
        world.drain();
    }

    int kills() {
        return kills;
    }

    int stops() {
        return stops;
    }
}
