package dev.baton.testserver;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The files of a server in which nothing is. To make them takes a second of processor time, to copy them a fraction of that; so some
 * are kept beside the programs that made them.
 */
final class InitialFiles {

    private InitialFiles() {}

    /** Makes such files here, like no others. */
    static void make(Path data, Binaries programs) throws IOException, InterruptedException {
        Unprivileged.here()
                .run(List.of(
                        programs.program("initdb"),
                        "--pgdata=" + data,
                        "--username=" + PostgresServer.USER,
                        "--auth=trust",
                        "--encoding=UTF8",
                        "--no-locale",
                        "--no-sync"));
    }

    /** Puts a copy of those that are kept here. */
    static void copyTo(Path data, Binaries programs) throws IOException, InterruptedException {
        Path kept = Folders.base().resolve("initial-" + programs.id());
        if (!Files.exists(kept)) {
            keep(kept, programs);
        }
        Unprivileged.here().run(List.of("cp", "-a", kept.resolve("data").toString(), data.toString()));
    }

    /** In a folder of its own, which gets its name when it is complete: another build may be at it, too. */
    private static void keep(Path kept, Binaries programs) throws IOException, InterruptedException {
        Path folder = Folders.fresh();
        Unprivileged.here().own(folder);
        make(folder.resolve("data"), programs);
        try {
            Files.move(folder, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException alreadyThere) {
            Folders.delete(folder);
        }
    }
}
