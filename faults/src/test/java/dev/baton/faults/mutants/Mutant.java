package dev.baton.faults.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One planted defect: a patch, and before its diff a head that says which, what it breaks, and who has to see it.
 *
 * @param name of its file, without the ending
 * @param number of the defect; one that can be made in several places has several mutants
 * @param breaks what is no longer so
 * @param survives what it means if nobody sees it
 * @param seenBy the test classes each of which has to fail
 * @param seenByRoot those that have to as well where there is root
 */
record Mutant(
        String name,
        String number,
        String breaks,
        String survives,
        List<String> seenBy,
        List<String> seenByRoot,
        Patch patch) {

    private static final String ENDING = ".patch";

    /** Reads one of them, by its name. */
    static Mutant named(String name) {
        return read(folder().resolve(name + ENDING));
    }

    /** All that there are, by their names. */
    static List<Mutant> all() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .map(Mutant::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() {
        return Project.ROOT.resolve(Path.of("faults", "src", "test", "mutants"));
    }

    private static Mutant read(Path file) {
        List<String> lines = Project.lines(file);
        int head =
                (int) lines.stream().takeWhile(line -> !line.startsWith("--- ")).count();
        List<String> said = lines.subList(0, head);
        String name = String.valueOf(file.getFileName());
        return new Mutant(
                name.substring(0, name.length() - ENDING.length()),
                one(said, "Mutant", name),
                one(said, "Breaks", name),
                one(said, "If it survives", name),
                all(said, "Seen by"),
                all(said, "Seen by root"),
                Patch.parse(lines.subList(head, lines.size())));
    }

    private static String one(List<String> head, String word, String name) {
        List<String> found = all(head, word);
        if (found.size() != 1) {
            throw new IllegalArgumentException(name + " has to say once: " + word);
        }
        return found.get(0);
    }

    private static List<String> all(List<String> head, String word) {
        String start = word + ": ";
        return head.stream()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .toList();
    }

    /** Who has to see it here. */
    List<String> witnesses(boolean root) {
        var witnesses = new ArrayList<>(seenBy);
        if (root) {
            witnesses.addAll(seenByRoot);
        }
        return witnesses;
    }

    @Override
    public String toString() {
        return name;
    }
}
