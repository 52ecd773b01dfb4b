package dev.baton.examples.payments.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One call, as the rails' book has it.
 *
 * @param what came of it: taken, known, busy, refused or lost
 * @param trouble what went wrong, or NONE
 * @param at when, in nanoseconds of the machine's clock that only goes forward
 */
record Entry(
        String what,
        String rail,
        String reference,
        String participant,
        long sequence,
        long minor,
        String trouble,
        long at) {

    static final String TAKEN = "taken";

    /** All of a book, in order; a line that is not whole was never answered. */
    static List<Entry> read(Path book) throws IOException {
        return Files.readAllLines(book).stream()
                .filter(line -> line.endsWith(" ;"))
                .map(line -> line.split(" ", -1))
                .map(Entry::of)
                .toList();
    }

    private static Entry of(String... word) {
        return new Entry(
                word[0],
                word[1],
                Ids.plain(word[2]),
                word[3],
                Long.parseLong(word[4]),
                Long.parseLong(word[5]),
                word[7],
                Long.parseLong(word[9]));
    }

    boolean isTaken() {
        return what.equals(TAKEN);
    }

    /** Did the rail say, in words that mean nothing else, that it has not taken it and may later? */
    boolean isPutOff() {
        return what.equals("busy");
    }
}
