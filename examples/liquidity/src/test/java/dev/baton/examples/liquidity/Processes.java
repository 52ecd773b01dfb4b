package dev.baton.examples.liquidity;

import dev.baton.examples.process.ServiceProcess;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Processes of the bot on one world. Whoever lives longest is killed next, and another begins in its place. */
final class Processes implements Story.Nodes, AutoCloseable {

    private final World world;
    private final Deque<ServiceProcess> alive = new ArrayDeque<>();
    private int killed;

    private Processes(World world) {
        this.world = world;
    }

    /** So many, which are all ready when this returns. */
    static Processes start(World world, int count) throws Exception {
        var processes = new Processes(world);
        for (int i = 0; i < count; i++) {
            processes.begin();
        }
        for (ServiceProcess each : processes.alive) {
            each.awaitReady();
        }
        return processes;
    }

    private void begin() throws IOException {
        alive.add(world.process(""));
    }

    @Override
    public void killOne() throws Exception {
        alive.remove().close();
        killed++;
        begin();
    }

    int killed() {
        return killed;
    }

    @Override
    public void close() {
        alive.forEach(ServiceProcess::close);
    }
}
