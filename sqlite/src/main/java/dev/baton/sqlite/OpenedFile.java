package dev.baton.sqlite;

import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The file that SQLite has open, with its companions. Who deletes or replaces one of them does not disturb SQLite: it goes on
 * writing into what nobody will ever find again. So it is asked before every commit whether the names still lead to the same
 * files. They were not replaced for good if they come back.
 *
 * <p>As long as nobody has changed the folder they lead where they did, so that is asked first. A look at the files themselves is not
 * free: where the operating system keeps exact times, a file that was looked at has a new one with the next write, and that is
 * one more thing to wait for at the commit.
 */
final class OpenedFile {

    /** Of a folder that was changed a moment ago the next change may have the same time: file systems count by up to two seconds. */
    private static final Duration SETTLED = Duration.ofSeconds(3);

    private final Path path;
    private final Path folder;
    private final Map<Path, Object> identities = new HashMap<>();
    private volatile Optional<Folder> settled = Optional.empty();

    /** The folder of all of them: which it is, and when a name in it was last made, moved or deleted. */
    private record Folder(Object identity, Instant changed) {
        static Optional<Folder> of(Path folder) {
            return attributes(folder)
                    .filter(known -> known.fileKey() != null)
                    .map(known ->
                            new Folder(known.fileKey(), known.lastModifiedTime().toInstant()));
        }

        boolean isSettled() {
            return changed.isBefore(Instant.now().minus(SETTLED));
        }
    }

    /** Once all connections are open, and with them the companions. */
    OpenedFile(DatabaseFile file) {
        this.path = file.path();
        this.folder = Objects.requireNonNull(path.getParent(), "a file is in a folder");
        for (Path part : file.parts()) {
            identity(part).ifPresent(identity -> identities.put(part, identity));
        }
    }

    /** Why nothing may be written any more, if so. */
    Optional<StoreUnavailableException> replaced() {
        Optional<Folder> now = Folder.of(folder);
        if (now.isPresent() && now.equals(settled)) {
            return Optional.empty();
        }
        for (Map.Entry<Path, Object> part : identities.entrySet()) {
            if (!identity(part.getKey()).equals(Optional.of(part.getValue()))) {
                return Optional.of(new StoreUnavailableException(
                        "STORE_REPLACED",
                        "The file " + part.getKey() + " was deleted, moved or replaced while the store was open on "
                                + path + ". Nothing was done. Put it back, or close the store and restore a copy.",
                        new FileSystemException(part.getKey().toString(), null, "another file, or none")));
            }
        }
        settled = now.filter(Folder::isSettled);
        return Optional.empty();
    }

    /** None on file systems without such a thing, which do not let go of open files either. */
    private static Optional<Object> identity(Path part) {
        return attributes(part).map(BasicFileAttributes::fileKey);
    }

    private static Optional<BasicFileAttributes> attributes(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
