package dev.baton.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One who listens. What is offered is written when the connection takes it, by whoever comes by, so that no thread waits; who does not take
 * what is offered for too long is dropped. Safe for use by several threads.
 */
final class EventStream implements WriteListener, AsyncListener {

    /** Bytes that wait for a slow one. They are shared by all who listen, so this is what all of them cost together. */
    static final int WAITING_MAX = 512 * 1024;

    private final AsyncContext request;
    private final ServletOutputStream out;
    private final Consumer<EventStream> ended;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private int bytes;
    private boolean begun;
    private boolean unflushed;
    private boolean over;

    EventStream(AsyncContext request, ServletOutputStream out, Consumer<EventStream> ended) {
        this.request = request;
        this.out = out;
        this.ended = ended;
    }

    /** To be written as soon as the connection takes it. */
    void offer(byte[] frames) {
        lock.lock();
        try {
            if (over || frames.length == 0) {
                return;
            }
            waiting.addLast(frames);
            bytes += frames.length;
            write();
            if (bytes > WAITING_MAX) {
                finish();
            }
        } catch (IOException | RuntimeException gone) {
            finish();
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            finish();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onWritePossible() {
        lock.lock();
        try {
            begun = true;
            write();
        } catch (IOException | RuntimeException gone) {
            finish();
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. Ready is asked before each step; if it says no, we are called once it would say yes. */
    private void write() throws IOException {
        while (begun && !over && (unflushed || !waiting.isEmpty()) && out.isReady()) {
            byte[] next = waiting.pollFirst();
            if (next == null) {
                unflushed = false;
                out.flush();
            } else {
                bytes -= next.length;
                unflushed = true;
                out.write(next);
            }
        }
    }

    /** Under the lock. What is still on its way to a slow one is the container's, which gives it up by itself. */
    private void finish() {
        if (over) {
            return;
        }
        over = true;
        waiting.clear();
        ended.accept(this);
        try {
            request.complete();
        } catch (IllegalStateException already) {
            // The container was faster.
        }
    }

    @Override
    public void onError(Throwable failed) {
        end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Begun once, by the servlet.
    }
}
