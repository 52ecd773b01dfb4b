package dev.baton.examples.liquidity;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The bot as a process: a database, the address of the chain, a wallet, a port, and shares to begin with. */
public final class Main {

    private Main() {}

    /** Ends with 1 if the start fails, or the bot does; whoever starts processes may start it again, and it goes on where it was. */
    public static void main(String[] args) {
        if (args.length < 4) {
            System.err.println("usage: liquidity DATABASE CHAIN WALLET PORT [SYMBOL=SHARES ...],"
                    + " such as liquidity.db ws://127.0.0.1:8545 bot 8080 AAPL=10");
            System.exit(2);
        }
        try {
            var settings = new Settings(
                    args[0],
                    URI.create(args[1]),
                    args[2],
                    opening(List.of(args).subList(4, args.length)),
                    Settings.PACE);
            await(Conductor.start(settings), Integer.parseInt(args[3]));
        } catch (Exception e) {
            System.err.println("The bot has ended: " + e);
            System.exit(1);
        }
    }

    /** Step 10. */
    static void await(Conductor conductor, int port) throws Exception {
        try (Service service = Service.open(conductor, port).stopWithProcess()) {
            System.out.println("ready on port " + service.api().port());
            service.awaitEnd();
        }
        System.exit(1); // of no effect if the process is about to end
    }

    private static Map<String, Long> opening(List<String> pairs) {
        var opening = new HashMap<String, Long>();
        for (String pair : pairs) {
            String[] part = pair.split("=", 2);
            opening.put(part[0], Long.parseLong(part[1]));
        }
        return opening;
    }
}
