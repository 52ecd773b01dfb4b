package dev.baton.examples.payments;

import dev.baton.examples.payments.rail.SimulatedRails;
import dev.baton.examples.process.ServiceProcess;

/** The rails as a process of a test, which does not outlive it. */
final class RailsProcess {

    private RailsProcess() {}

    /** As {@link SimulatedRails}. */
    public static void main(String[] args) throws Exception {
        ServiceProcess.endWithParent();
        SimulatedRails.main(args);
    }
}
