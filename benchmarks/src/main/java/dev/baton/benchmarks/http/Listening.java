package dev.baton.benchmarks.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Many who listen to the service's events, on one thread that reads all that comes. The bytes of all of them are counted; what they say is looked
 * at for the first alone, as all hear the same.
 */
public final class Listening implements AutoCloseable {

    private static final int READ = 256 * 1024;
    private static final Duration LOOK = Duration.ofMillis(5);

    private final Selector selector;
    private final List<Listener> listeners = new ArrayList<>();
    private final EventCount events = new EventCount();
    private final Thread thread;
    private volatile boolean closed;

    /** One of them. Written by the thread that reads. */
    private static final class Listener {
        private final SocketChannel channel;
        private final boolean first;
        private volatile long bytes;
        private volatile boolean gone;

        Listener(SocketChannel channel, boolean first) {
            this.channel = channel;
            this.first = first;
        }
    }

    private Listening(Selector selector) {
        this.selector = selector;
        this.thread = new Thread(this::read, "bench-listeners");
        this.thread.setDaemon(true);
    }

    /** So many, each of which was let in. */
    public static Listening to(InetSocketAddress service, int count) throws IOException {
        var listening = new Listening(Selector.open());
        ByteBuffer request = ByteBuffer.wrap(("GET /api/v1/events HTTP/1.1\r\nHost: " + service.getHostString() + ":"
                        + service.getPort() + "\r\nAccept: text/event-stream\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open(service);
            channel.write(request.rewind());
            channel.configureBlocking(false);
            var listener = new Listener(channel, i == 0);
            listening.listeners.add(listener);
            channel.register(listening.selector, SelectionKey.OP_READ, listener);
        }
        listening.thread.start();
        return listening;
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(READ);
        try {
            while (!closed) {
                selector.select(key -> read((Listener) key.attachment(), buffer));
            }
        } catch (IOException broken) {
            listeners.forEach(each -> each.gone = true);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by this thread alone
    private void read(Listener listener, ByteBuffer buffer) {
        buffer.clear();
        try {
            int read = listener.channel.read(buffer);
            if (read < 0) {
                end(listener);
                return;
            }
            listener.bytes += read;
            if (listener.first) {
                events.take(buffer.flip());
            }
        } catch (IOException broken) {
            end(listener);
        }
    }

    private static void end(Listener listener) {
        listener.gone = true;
        try {
            listener.channel.close();
        } catch (IOException already) {
            // it is gone either way
        }
    }

    /** How many are still connected. */
    public int connected() {
        return (int) listeners.stream().filter(each -> !each.gone).count();
    }

    /** How many events the first has heard. */
    public long events() {
        return events.events();
    }

    /** How often the first was told that it has missed some. */
    public long gaps() {
        return events.gaps();
    }

    /** What all have been sent. */
    public long bytes() {
        return listeners.stream().mapToLong(each -> each.bytes).sum();
    }

    /** How many have something sent to them while this is done, or within so long after it. */
    public int hear(Doing something, Duration within) throws IOException {
        long[] before = listeners.stream().mapToLong(each -> each.bytes).toArray();
        something.run();
        long deadline = System.nanoTime() + within.toNanos();
        int heard = heardMoreThan(before);
        while (heard < listeners.size() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(LOOK.toNanos());
            heard = heardMoreThan(before);
        }
        return heard;
    }

    /** What is done meanwhile. */
    public interface Doing {
        /** Does it. */
        void run() throws IOException;
    }

    private int heardMoreThan(long[] before) {
        int heard = 0;
        for (int i = 0; i < before.length; i++) {
            Listener each = listeners.get(i);
            heard += !each.gone && each.bytes > before[i] ? 1 : 0;
        }
        return heard;
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        listeners.forEach(Listening::end);
        selector.close();
    }
}
