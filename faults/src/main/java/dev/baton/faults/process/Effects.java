package dev.baton.faults.process;

import dev.baton.checker.Finding;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What handlers did to the world outside, which remembers it whatever becomes of them and can be asked: a file for each piece of
 * work, with a line for each time that it was done.
 */
final class Effects {

    private final Path folder;

    Effects(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /** Does it. Not through a channel, which an interrupt would close before anything was done. */
    void cause(String work) throws IOException {
        try (var file = new FileOutputStream(folder.resolve(work).toFile(), true)) {
            file.write((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Was it done? */
    boolean isThere(String work) {
        return Files.exists(folder.resolve(work));
    }

    /**
     * What was done more than once. Only a process that stood still in the middle of it, longer than anybody waits, may come too
     * late.
     */
    List<Finding> check(Set<Long> silenced) throws IOException {
        var findings = new ArrayList<Finding>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path each : all.sorted().toList()) {
                List<String> by = Files.readAllLines(each);
                boolean excused = by.stream().map(Long::parseLong).anyMatch(silenced::contains);
                if (by.size() > 1 && !excused) {
                    String work = String.valueOf(each.getFileName());
                    findings.add(
                            new Finding("C4", work, "work " + work + ": was done in the world by processes " + by));
                }
            }
        }
        return findings;
    }
}
