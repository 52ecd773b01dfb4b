package dev.baton.benchmarks.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Counts the events of a stream as it comes in, in chunks that end anywhere. Written by one thread, read by any. */
final class EventCount {

    private static final byte[] EVENT = "event: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MISSED = "events_missed".getBytes(StandardCharsets.US_ASCII);

    private enum In {
        HEAD,
        SIZE,
        DATA,
        AFTER
    }

    private In in = In.HEAD;
    private int newlines;
    private int left;
    /** How much of a line that names an event has come; -1 in any other line. */
    private int matched;

    private int ofMissed;
    private volatile long events;
    private volatile long gaps;

    void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            switch (in) {
                case HEAD -> head(next);
                case SIZE -> size(next);
                case DATA -> data(next);
                case AFTER -> in = next == '\n' ? In.SIZE : In.AFTER;
            }
        }
    }

    private void head(byte next) {
        if (next != '\r') {
            newlines = next == '\n' ? newlines + 1 : 0;
        }
        if (newlines == 2) {
            in = In.SIZE;
        }
    }

    private void size(byte next) {
        if (next == '\n') {
            in = left > 0 ? In.DATA : In.AFTER;
        } else if (next != '\r') {
            left = left * 16 + Character.digit(next, 16);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread alone
    private void data(byte next) {
        if (next == '\n') {
            gaps += ofMissed == MISSED.length ? 1 : 0;
            matched = 0;
            ofMissed = 0;
        } else if (matched >= 0 && matched < EVENT.length) {
            matched = next == EVENT[matched] ? matched + 1 : -1;
            events += matched == EVENT.length ? 1 : 0;
        } else if (matched == EVENT.length && ofMissed >= 0) {
            ofMissed = ofMissed < MISSED.length && next == MISSED[ofMissed] ? ofMissed + 1 : -1;
        }
        left--;
        if (left == 0) {
            in = In.AFTER;
        }
    }

    long events() {
        return events;
    }

    /** How often it was said that some were missed. */
    long gaps() {
        return gaps;
    }
}
