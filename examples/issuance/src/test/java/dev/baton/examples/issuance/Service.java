package dev.baton.examples.issuance;

import dev.baton.examples.chain.Door;
import dev.baton.examples.issuance.chain.SimulatedChain;
import dev.baton.examples.process.ServiceProcess;
import dev.baton.observe.Event;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.testkit.Recorder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The service in this process, with a chain and a file of its own. Its monitors are less patient than real ones. */
final class Service implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(50);

    final Door door = new Door();
    final SimulatedChain chain = SimulatedChain.start(0, door);
    final Recorder<SupervisorEvent> tasks = new Recorder<>();
    final Tables tables;
    Recorder<Event> events = new Recorder<>();
    private final Path file;

    Service(Path folder) {
        file = folder.resolve("issuance.db");
        tables = new Tables(file);
    }

    /** Starts, and hears of this start only. */
    Issuance start() throws Exception {
        var heard = new Recorder<Event>();
        events = heard;
        return Issuance.start(
                file,
                chain.address(),
                PAUSE,
                setup -> setup.listener(heard::accept).supervision(supervisor -> supervisor.listener(tasks)));
    }

    /** The service as a process on its own, on this file. */
    static ServiceProcess process(Path file, URI chain) throws IOException {
        return ServiceProcess.start(Main.class, List.of(), file.toString(), chain.toString(), "0");
    }

    Path file() {
        return file;
    }

    @Override
    public void close() {
        chain.close();
    }
}
