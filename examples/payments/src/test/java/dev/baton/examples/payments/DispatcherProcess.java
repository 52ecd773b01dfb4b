package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.payments.rail.RailClient;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Sender;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A dispatcher as a process that is less patient than a real one. */
final class DispatcherProcess {

    /** If this system property is set, its calls cannot be interrupted. */
    static final String STUBBORN = "payments.stubborn";

    private DispatcherProcess() {}

    /** A folder, a database, the address of the rails, and the names of those that it sends over. */
    public static void main(String[] args) throws Exception {
        var client = new RailClient(URI.create(args[2]));
        UnaryOperator<Sender> between =
                sender -> Boolean.getBoolean(STUBBORN) ? new StubbornSender(client, args[2]) : sender;
        Rails rails = PaymentRails.of(List.of(args).subList(3, args.length), client, Impatient.PACE, between);
        Settings settings = Impatient.settings(Path.of(args[0]), args[1], args[2]);
        try (Dispatcher dispatcher = Dispatcher.start(settings, rails, Impatient::setup)) {
            System.out.println("ready on port 0");
            dispatcher.awaitEnd();
        }
    }
}
