package dev.baton.sqlite;

import java.time.Duration;

/**
 * How a file is opened. In production there is one way, {@link #safely}; tests that ask about something else need not pay for it.
 *
 * @param busyWait how long a transaction waits for its turn
 * @param waitsForDisk whether a commit returns only when it is on the disk
 * @param manners what is left to others who write to the file; of one store only
 */
record Opening(Duration busyWait, boolean waitsForDisk, Manners manners) {

    /** As in production. */
    static Opening safely() {
        return new Opening(Connections.BUSY_WAIT, true, Manners.real());
    }

    /** As in production, for tests that do not want to wait that long. */
    static Opening safely(Duration busyWait) {
        return new Opening(busyWait, true, Manners.real());
    }

    /** For tests that ask what is in the file and not whether it survives a power cut, or leaves others their turn. */
    static Opening carelessly() {
        return new Opening(Connections.BUSY_WAIT, false, new Manners(System::nanoTime, nanos -> {}));
    }
}
