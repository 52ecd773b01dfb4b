package dev.baton.faults.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/** What tests reported of themselves, by the name of the test, of all modules of a checkout. Only of tests that passed. */
final class Facts {

    private static final String BETWEEN = " = ";
    private static final String ENDING = ".txt";

    private final Map<String, Map<String, String>> byTest;

    private Facts(Map<String, Map<String, String>> byTest) {
        this.byTest = byTest;
    }

    static Facts read(Path root) throws IOException {
        var byTest = new LinkedHashMap<String, Map<String, String>>();
        readModules(root, byTest);
        readModules(root.resolve("examples"), byTest);
        return new Facts(byTest);
    }

    private static void readModules(Path parent, Map<String, Map<String, String>> byTest) throws IOException {
        if (!Files.isDirectory(parent)) {
            return;
        }
        try (Stream<Path> modules = Files.list(parent)) {
            for (Path folder : modules.map(module -> module.resolve("target/facts"))
                    .filter(Files::isDirectory)
                    .sorted()
                    .toList()) {
                readModule(folder, byTest);
            }
        }
    }

    private static void readModule(Path folder, Map<String, Map<String, String>> byTest) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                byTest.put(name.substring(0, name.length() - ENDING.length()), parse(Files.readAllLines(file)));
            }
        }
    }

    private static Map<String, String> parse(List<String> lines) {
        var facts = new LinkedHashMap<String, String>();
        for (String line : lines) {
            int end = line.indexOf(BETWEEN);
            if (end > 0) {
                facts.put(line.substring(0, end), line.substring(end + BETWEEN.length()));
            }
        }
        return facts;
    }

    /** All that this test reported. */
    Map<String, String> of(String test) {
        Map<String, String> facts = byTest.get(test);
        if (facts == null) {
            throw new NoSuchElementException(test + " has reported nothing: it did not run, or it failed");
        }
        return facts;
    }

    /** One thing that this test reported. */
    String of(String test, String fact) {
        String value = of(test).get(fact);
        if (value == null) {
            throw new NoSuchElementException(test + " has not reported \"" + fact + "\"");
        }
        return value;
    }
}
