package dev.baton.examples.wallets;

import dev.baton.examples.wallets.chain.ChainApi;
import dev.baton.examples.wallets.chain.Network;
import dev.baton.examples.wallets.chain.SimulatedChain;
import dev.baton.examples.wallets.chain.Transfer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A chain that remembers what it was asked, fails while it is told to, and keeps who asks waiting at a block. */
final class ScriptedChain implements ChainApi {

    static final long BLOCKS = 350;

    final List<String> asked = new CopyOnWriteArrayList<>();
    final List<Thread> askers = new CopyOnWriteArrayList<>();
    final AtomicBoolean broken = new AtomicBoolean();
    final CountDownLatch open = new CountDownLatch(1);
    volatile long failsFrom = Long.MAX_VALUE;
    volatile long waitsFrom = Long.MAX_VALUE;
    private final SimulatedChain chain = new SimulatedChain(BLOCKS, SimulatedChain.Trouble.NONE);

    @Override
    public long head(Network network) {
        return chain.head(network);
    }

    @Override
    public List<Transfer> transfers(Network network, String wallet, long from, long to) throws IOException {
        asked.add(wallet + ":" + network + " " + from + "-" + to);
        askers.add(Thread.currentThread());
        if (broken.get() || from >= failsFrom) {
            throw new IOException(network + " does not answer");
        }
        if (from >= waitsFrom) {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        return chain.transfers(network, wallet, from, to);
    }
}
