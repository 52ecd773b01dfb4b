package dev.baton.examples.payments.judge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that there is to judge by.
 *
 * @param alerted the payments of which people were told that they block others
 * @param promised what those who enqueued were told
 * @param blows how often a process was killed or stopped
 */
public record Case(
        List<Entry> book, Tables tables, Set<String> alerted, List<Promise> promised, List<Pause> pauses, int blows) {

    /** Somebody was told that this transfer was made, and is this payment. */
    record Promise(String instruction, String payment) {}

    /** A process stood still, from when to when by the machine's clock that only goes forward. */
    public record Pause(long from, long to) {
        boolean isLongerThan(Duration time) {
            return to - from > time.toNanos();
        }
    }

    /** What a run has left: the rails' book, a database, and the files with alerts and with what those who enqueued were told. */
    public static Case of(Path folder, Connection database, List<Pause> pauses, int blows)
            throws IOException, SQLException {
        return new Case(
                Entry.read(folder.resolve("book.txt")),
                Tables.read(database),
                words(folder.resolve("alerts.txt")).stream()
                        .map(word -> Ids.plain(word[0]))
                        .collect(Collectors.toSet()),
                words(folder.resolve("told.txt")).stream()
                        .map(word -> new Promise(word[0], Ids.plain(word[1])))
                        .toList(),
                pauses,
                blows);
    }

    private static List<String[]> words(Path file) throws IOException {
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .map(line -> line.split(" ", -1))
                        .filter(words -> words.length > 1)
                        .toList()
                : List.of();
    }
}
