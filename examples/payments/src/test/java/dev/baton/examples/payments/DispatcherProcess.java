package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.PaymentRails;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.outbox.Rails;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** A dispatcher as a process that is less patient than a real one. */
final class DispatcherProcess {

    /**
     * If this system property is set, it sends over one rail, by calls that cannot be interrupted, of which the first stands still and
     * makes the file of this name.
     */
    static final String STUBBORN = "payments.stubborn";

    /** Waits for a rail as long as it takes: on a busy machine the first call of a process takes longer than all after it. */
    static final String PATIENT = "payments.patient";

    private DispatcherProcess() {}

    /** A folder, a database, the address of the rails, and the names of those that it sends over. */
    public static void main(String[] args) throws Exception {
        ServiceProcess.endWithParent();
        List<String> names = List.of(args).subList(3, args.length);
        String standsStill = System.getProperty(STUBBORN);
        Rails rails = standsStill != null
                ? StubbornSender.rails(URI.create(args[2]), names.get(0), Path.of(standsStill))
                : PaymentRails.at(
                        URI.create(args[2]), names, Boolean.getBoolean(PATIENT) ? Impatient.LONG : Impatient.PACE);
        Settings settings = Impatient.settings(Path.of(args[0]), args[1], args[2]);
        try (Dispatcher dispatcher = Dispatcher.start(settings, rails, Impatient::setup)) {
            System.out.println("ready on port 0");
            dispatcher.awaitEnd();
        }
    }
}
