package dev.baton.benchmarks.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** All of them, on one server. */
public final class Peers implements AutoCloseable {

    private final NodeModules modules = new NodeModules();
    private final List<Peer> all;

    /** With schemas from here. */
    public Peers(Schemas schemas) {
        all = List.of(
                new DbScheduler(schemas),
                new JobRunrPeer(schemas),
                NodePeer.graphile(modules, schemas),
                NodePeer.pgBoss(modules, schemas));
    }

    /** In the order in which they are measured. */
    public List<Peer> all() {
        return all;
    }

    @Override
    public void close() {
        try {
            modules.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
