package dev.baton.examples.payments.rail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the rails were sent and what they did with it, a line for each call; a line is on the disk before anybody hears of it. Safe for
 * use by several threads.
 */
final class Book implements AutoCloseable {

    private static final String TAKEN = "taken";
    /** A line without it was cut off, and nobody has heard of it. */
    private static final String END = ";";

    private final ReentrantLock lock = new ReentrantLock();
    private final FileChannel file;
    private final Map<String, String> taken = new HashMap<>();
    private int names;

    private Book(FileChannel file) {
        this.file = file;
    }

    /** The one in this file, which is made if it is not there. */
    static Book open(Path path) throws IOException {
        var book = new Book(
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
        for (String line : Files.readAllLines(path)) {
            String[] words = line.split(" ", -1);
            if (line.endsWith(END) && words[0].equals(TAKEN)) {
                book.taken.putIfAbsent(key(words[1], words[2]), words[8]);
                book.names++;
            }
        }
        book.append("");
        return book;
    }

    /** Takes what was sent, and says what the rail calls it. Who does not repeat knows it by its reference, and takes it once. */
    String take(String rail, Order order, Trouble trouble, boolean oncePerReference) throws IOException {
        lock.lock();
        try {
            String known = taken.get(key(rail, order.reference()));
            if (known != null && oncePerReference) {
                write("known", rail, order, trouble, known);
                return known;
            }
            names++;
            String name = rail + "-" + names;
            write(TAKEN, rail, order, trouble, name);
            taken.putIfAbsent(key(rail, order.reference()), name);
            return name;
        } finally {
            lock.unlock();
        }
    }

    /** Writes down that nothing was taken. */
    void refuse(String rail, Order order, Trouble trouble) throws IOException {
        lock.lock();
        try {
            write(trouble.name().toLowerCase(Locale.ROOT), rail, order, trouble, "-");
        } finally {
            lock.unlock();
        }
    }

    /** What the rail calls what has this reference, if it was taken. */
    Optional<String> find(String rail, String reference) {
        lock.lock();
        try {
            return Optional.ofNullable(taken.get(key(rail, reference)));
        } finally {
            lock.unlock();
        }
    }

    private void write(String what, String rail, Order order, Trouble trouble, String name) throws IOException {
        append(String.join(
                " ",
                what,
                rail,
                order.reference(),
                order.participant(),
                Long.toString(order.sequence()),
                Long.toString(order.minor()),
                order.currency(),
                trouble.name(),
                name,
                Long.toString(System.nanoTime()),
                END));
    }

    /** A line that was cut off ends here. */
    private void append(String line) throws IOException {
        var bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        file.force(true);
    }

    private static String key(String rail, String reference) {
        return rail + " " + reference;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
