package dev.baton.examples.wallets;

import dev.baton.examples.wallets.chain.SimulatedChain;
import java.time.Duration;
import java.util.List;

/** The service as a process: a database, and wallets to add. It goes on until it is told to end. */
public final class Main {

    private static final long BLOCKS = 20_000;
    private static final SimulatedChain.Trouble TROUBLE =
            new SimulatedChain.Trouble(Duration.ofMillis(50), 0.05, 0.001);

    private Main() {}

    /** Ends with 2 if a setting is wrong. */
    public static void main(String[] args) throws Exception {
        if (args.length < 1) {
            System.err.println("usage: wallets DATABASE [WALLET ...], such as wallets.db 0xabc 0xdef");
            System.exit(2);
        }
        Settings settings;
        try {
            settings = Settings.from(System.getProperties(), System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println("The settings are wrong: " + e.getMessage());
            System.exit(2);
            return;
        }
        try (WalletRadar radar = WalletRadar.start(args[0], settings, new SimulatedChain(BLOCKS, TROUBLE))) {
            for (String wallet : List.of(args).subList(1, args.length)) {
                radar.add(wallet, List.of());
            }
            System.out.println("reading; how far it is says SQL on " + args[0] + ", Ctrl+C ends it");
            radar.baton().awaitStop();
        }
    }
}
