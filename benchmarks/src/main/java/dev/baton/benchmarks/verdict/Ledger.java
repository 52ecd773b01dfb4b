package dev.baton.benchmarks.verdict;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/** What the bench itself knows of the jobs in one database: which were acknowledged, and how often each ran. Asks no store. */
public final class Ledger {

    private final List<Part> parts = new CopyOnWriteArrayList<>();

    /** The jobs of one measurement, by number. Safe for use by several threads. */
    public static final class Part {
        private final int index;
        private final AtomicIntegerArray acknowledgements;
        private final AtomicIntegerArray runs;
        private final AtomicLongArray beginnings;
        private final AtomicInteger acknowledged = new AtomicInteger();
        private final AtomicInteger ran = new AtomicInteger();

        private Part(int index, int jobs) {
            this.index = index;
            acknowledgements = new AtomicIntegerArray(jobs);
            runs = new AtomicIntegerArray(jobs);
            beginnings = new AtomicLongArray(jobs);
        }

        /** Which part it is. */
        public int index() {
            return index;
        }

        /** How many jobs there may be, numbered from 0 on. */
        public int size() {
            return runs.length();
        }

        /** The store has said that it keeps this one. */
        public void acknowledge(int number) {
            acknowledgements.incrementAndGet(number);
            acknowledged.incrementAndGet();
        }

        /** The handler of this one has begun, at this time. */
        public void ran(int number, long nanos) {
            if (runs.getAndIncrement(number) == 0) {
                beginnings.set(number, nanos);
                ran.incrementAndGet();
            }
        }

        /** How many were acknowledged. */
        public int acknowledged() {
            return acknowledged.get();
        }

        /** Did all run that were acknowledged? */
        public boolean haveAllRun() {
            return ran.get() >= acknowledged.get();
        }

        /** When the first handler of this one began. */
        public long began(int number) {
            return beginnings.get(number);
        }

        boolean wasAcknowledged(int number) {
            return number < size() && acknowledgements.get(number) > 0;
        }

        int runs(int number) {
            return runs.get(number);
        }
    }

    /** A further measurement, of at most so many jobs. */
    public synchronized Part open(int jobs) {
        var part = new Part(parts.size(), jobs);
        parts.add(part);
        return part;
    }

    /** The part with this index. */
    public Part part(int index) {
        return parts.get(index);
    }

    List<Part> parts() {
        return parts;
    }
}
