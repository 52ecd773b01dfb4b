package dev.baton.examples.wallets;

import dev.baton.examples.process.ServiceProcess;
import dev.baton.examples.wallets.chain.SimulatedChain;
import dev.baton.examples.wallets.ledger.Storage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** The service as a process that is less patient than a real one, on a chain that limits and fails. */
final class RadarProcess {

    static final long BLOCKS = 1_500;
    static final Settings IMPATIENT =
            new Settings(4, 50, Duration.ofMillis(20), Duration.ofMillis(200), Duration.ofMillis(500));
    private static final SimulatedChain.Trouble TROUBLE = new SimulatedChain.Trouble(Duration.ofMillis(3), 0.05, 0.02);

    private RadarProcess() {}

    /** On this database. */
    public static void main(String[] args) throws Exception {
        ServiceProcess.endWithParent();
        Storage storage = Storage.at(args[0]);
        var chain = new SimulatedChain(BLOCKS, TROUBLE);
        try (WalletRadar radar = WalletRadar.start(
                storage,
                storage.migrated(),
                IMPATIENT,
                chain,
                setup -> setup.heartbeat(Duration.ofMillis(500), Duration.ofSeconds(2))
                        .recoverEvery(Duration.ofMillis(200)))) {
            System.out.println("ready on port 0");
            assert radar.baton().isReady();
            new CountDownLatch(1).await();
        }
    }
}
