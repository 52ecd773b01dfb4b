package dev.baton.examples.issuance;

import dev.baton.BatonBuilder;
import dev.baton.observe.StartupLines;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The service as a process: a file, the address of the chain, a port. It answers nobody before its start has completed. */
public final class Main {

    private Main() {}

    /** Ends with 1 if the start fails; whoever starts processes may start it again, and it goes on where it was. */
    public static void main(String[] args) {
        if (args.length != 3) {
            System.err.println("usage: issuance FILE CHAIN PORT, such as issuance.db ws://127.0.0.1:8545 8080");
            System.exit(2);
        }
        UnaryOperator<BatonBuilder> watched = setup -> setup.listener(new StartupLines(System.out::println));
        try (Issuance issuance = Issuance.start(Path.of(args[0]), URI.create(args[1]), Issuance.PAUSE, watched);
                Api api = Api.open(issuance, Integer.parseInt(args[2]))) {
            Runtime.getRuntime().addShutdownHook(new Thread(new Closing(api, issuance), "issuance-stop"));
            System.out.println("ready on port " + api.port());
            issuance.baton().awaitStop();
        } catch (Exception e) {
            System.err.println("The service has ended: " + e);
            System.exit(1);
        }
    }

    /** First nobody is let in any more, then what runs may end. */
    private record Closing(Api api, Issuance issuance) implements Runnable {
        @Override
        public void run() {
            api.close();
            issuance.close();
        }
    }
}
