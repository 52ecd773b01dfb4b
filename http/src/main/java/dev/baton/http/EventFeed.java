package dev.baton.http;

import dev.baton.observe.Event;
import dev.baton.observe.Listener;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What happens in the engine, for those who listen by an {@link EventsServlet}: give it to one {@code Baton} as a listener. It keeps the last
 * thousand events, and one thread that hands them to everybody who listens, many at once if many have come; nobody is waited for. Then it rests,
 * nine times as long as that took: however many listen, and whatever happens, this thread has a tenth of a processor at most, and they hear that they have
 * missed something if more has happened meanwhile than is kept. Safe for use by several threads. Close it before the server, whose requests would
 * not end otherwise.
 */
public final class EventFeed implements Listener, AutoCloseable {

    private static final int KEPT = 1_000;
    private static final Duration BEAT = Duration.ofSeconds(15);
    private static final int REST = 9;
    private static final Duration REST_MAX = Duration.ofSeconds(1);
    private static final byte[] SIGN_OF_LIFE = ": still here\n\n".getBytes(StandardCharsets.UTF_8);

    private final int most;
    private final Duration beat;
    /** Of this life of the process: the numbers of another say nothing here. */
    private final String life = Long.toHexString(System.currentTimeMillis());

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    /** Nobody signals it. */
    private final Condition rested = lock.newCondition();

    private final ArrayDeque<Event> kept = new ArrayDeque<>();
    private final Set<EventStream> listening = new LinkedHashSet<>();
    private final Thread teller;
    private long last;
    private long told;
    private boolean closed;

    /** For at most so many at once. */
    public EventFeed(int most) {
        this(most, BEAT);
    }

    EventFeed(int most, Duration beat) {
        this.most = most;
        this.beat = beat;
        this.teller = new Thread(this::tell, "baton-events");
        this.teller.setDaemon(true);
        this.teller.start();
    }

    @Override
    public void on(Event event) {
        lock.lock();
        try {
            kept.addLast(event);
            last++;
            if (kept.size() > KEPT) {
                kept.removeFirst();
            }
            if (listening.isEmpty()) {
                told = last; // as if it had been told to all who listen, without waking anybody
            } else {
                news.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many listen. */
    public int listening() {
        lock.lock();
        try {
            return listening.size();
        } finally {
            lock.unlock();
        }
    }

    /** Has this one hear what happens from now on, and what it has missed since it heard this; false if there are too many already. */
    boolean add(EventStream stream, String lastHeard) {
        lock.lock();
        try {
            if (closed || listening.size() >= most) {
                return false;
            }
            // While nobody else knows it: who has a stream's lock may want ours.
            stream.offer((": welcome\n\n" + missedSince(lastHeard)).getBytes(StandardCharsets.UTF_8));
            listening.add(stream);
            return true;
        } finally {
            lock.unlock();
        }
    }

    void remove(EventStream stream) {
        lock.lock();
        try {
            listening.remove(stream);
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. What is not told to anybody yet is told to all by the thread. */
    private String missedSince(String lastHeard) {
        if (lastHeard.isEmpty()) {
            return "";
        }
        long heard = numberOf(lastHeard);
        boolean known = heard >= last - kept.size() && heard <= last;
        return known ? frames(heard, told) : lost(told);
    }

    private long numberOf(String id) {
        try {
            return id.startsWith(life + "-") ? Long.parseLong(id.substring(life.length() + 1)) : -1;
        } catch (NumberFormatException none) {
            return -1;
        }
    }

    /** Who hears this has missed something, and looks for itself how things stand. */
    private String lost(long upTo) {
        return EventText.frame(life + "-" + upTo, "events_missed", "{}");
    }

    /** Under the lock. Those after one up to another, as far as they are kept. */
    private String frames(long after, long upTo) {
        var text = new StringBuilder();
        long number = last - kept.size();
        Iterator<Event> events = kept.iterator();
        while (events.hasNext() && number < upTo) {
            Event event = events.next();
            number++;
            if (number > after) {
                text.append(EventText.frame(life + "-" + number, event));
            }
        }
        return text.toString();
    }

    private void tell() {
        long rest = 0;
        try {
            while (true) {
                byte[] frames;
                List<EventStream> everybody;
                long began;
                lock.lockInterruptibly();
                try {
                    while (rest > 0) {
                        rest = rested.awaitNanos(rest);
                    }
                    long left = beat.toNanos();
                    while (told == last && left > 0) {
                        left = news.awaitNanos(left);
                    }
                    began = System.nanoTime();
                    frames = next();
                    everybody = List.copyOf(listening);
                } finally {
                    lock.unlock();
                }
                everybody.forEach(stream -> stream.offer(frames));
                rest = Math.min(REST * (System.nanoTime() - began), REST_MAX.toNanos());
            }
        } catch (InterruptedException closing) {
            // That is the end.
        }
    }

    /** Under the lock. */
    private byte[] next() {
        long after = told;
        told = last;
        if (after == last) {
            return SIGN_OF_LIFE;
        } else if (listening.isEmpty()) {
            return new byte[0];
        }
        String missed = after < last - kept.size() ? lost(last - kept.size()) : "";
        return (missed + frames(after, last)).getBytes(StandardCharsets.UTF_8);
    }

    /** Ends all streams. Of no effect when repeated. */
    @Override
    public void close() {
        List<EventStream> everybody;
        lock.lock();
        try {
            closed = true;
            everybody = List.copyOf(listening);
        } finally {
            lock.unlock();
        }
        teller.interrupt();
        everybody.forEach(EventStream::end);
    }
}
