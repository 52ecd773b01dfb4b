package dev.baton.examples.liquidity;

import dev.baton.BatonBuilder;
import dev.baton.supervise.RestartPolicy;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The bot as a process that is less patient than a real one, and can be told to stop in its tracks at a step of its start. */
final class BotProcess {

    static final String HALT_AT = "liquidity.haltAt";

    private BotProcess() {}

    /** A database and a chain. */
    public static void main(String[] args) throws Exception {
        var settings = new Settings(args[0], URI.create(args[1]), World.WALLET, World.OPENING, World.PACE);
        String haltAt = System.getProperty(HALT_AT, "");
        Main.await(Conductor.start(settings, step -> haltIf(step.name().equals(haltAt)), BotProcess::impatient), 0);
    }

    /** Other nodes notice soon when one is dead, and tasks begin again at once. */
    static BatonBuilder impatient(BatonBuilder setup) {
        return setup.heartbeat(Duration.ofMillis(500), Duration.ofSeconds(2))
                .recoverEvery(Duration.ofMillis(200))
                .supervision(supervisor -> supervisor.restart(RestartPolicy.defaults()
                        .unlimited()
                        .baseDelay(Duration.ofMillis(20))
                        .exponentCap(2)));
    }

    private static void haltIf(boolean here) {
        if (here) {
            System.out.println("halted");
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
