package dev.baton.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;

/**
 * A file with all tables and nothing in them: to make them takes longer than most tests do, to copy them does not. Nobody waits for the
 * disk, which contracts do not ask about: who asks about power cuts opens a file as in production.
 */
final class MadeFile {

    private static final Path MADE = make();

    private MadeFile() {}

    private static Path make() {
        try {
            Path folder = Files.createTempDirectory("baton-made");
            Path file = folder.resolve("made.db");
            SqliteStore.open(file, InstantSource.system()).close();
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens this one, which is made if it is not there. */
    static SqliteStore open(Path file, InstantSource clock) {
        try {
            if (Files.notExists(file)) {
                Files.copy(MADE, file, StandardCopyOption.COPY_ATTRIBUTES);
            }
            return SqliteStore.open(file, clock, new Opening(Connections.BUSY_WAIT, false, Manners.real()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
