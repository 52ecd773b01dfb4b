package dev.baton.faults.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What is mounted below the folder of a disk, and who works on it. */
final class Leftovers {

    private Leftovers() {}

    /** Clears away those of all processes that are no more; a folder ends with the id of its process. */
    static void clearAll(String prefix) throws IOException {
        List<Path> all;
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            all = folders.toList();
        }
        for (Path folder : all) {
            String name = String.valueOf(folder.getFileName());
            if (name.matches(prefix + "\\d+") && isNoMore(name.substring(prefix.length()))) {
                clearIn(folder);
            }
        }
    }

    private static boolean isNoMore(String process) {
        return ProcessHandle.of(Long.parseLong(process)).isEmpty();
    }

    /** Clears this one away. */
    static void clearIn(Path base) throws IOException {
        List<ProcessHandle> busy = ProcessHandle.allProcesses()
                .filter(each -> isBusyIn(base, each.info().commandLine().orElse("")))
                .toList();
        for (ProcessHandle each : busy) {
            each.destroyForcibly();
            each.onExit().join();
        }
        List<String> mounted = Files.readAllLines(Path.of("/proc/mounts")).stream()
                .map(line -> line.split(" ", -1)[1])
                .filter(point -> point.equals(base.toString()) || point.startsWith(base + "/"))
                .toList();
        for (int i = mounted.size() - 1; i >= 0; i--) {
            Programs.run("umount", mounted.get(i));
        }
        Files.deleteIfExists(base);
    }

    private static boolean isBusyIn(Path base, String command) {
        return command.contains(Busy.class.getName()) && command.contains(base + "/");
    }
}
