package dev.baton.sqlite;

import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The file that SQLite has open, with its companions. Who deletes or replaces one of them does not disturb SQLite: it goes on
 * writing into what nobody will ever find again. So it is asked before every commit whether the names still lead to the same
 * files; that is a look at three folder entries, against a wait for the disk. They were not replaced for good if they come
 * back.
 */
final class OpenedFile {

    private final Path path;
    private final Map<Path, Object> identities = new HashMap<>();

    /** Once all connections are open, and with them the companions. */
    OpenedFile(DatabaseFile file) {
        this.path = file.path();
        for (Path part : file.parts()) {
            identity(part).ifPresent(identity -> identities.put(part, identity));
        }
    }

    /** Why nothing may be written any more, if so. */
    Optional<StoreUnavailableException> replaced() {
        for (Map.Entry<Path, Object> part : identities.entrySet()) {
            if (!identity(part.getKey()).equals(Optional.of(part.getValue()))) {
                return Optional.of(new StoreUnavailableException(
                        "STORE_REPLACED",
                        "The file " + part.getKey() + " was deleted, moved or replaced while the store was open on "
                                + path + ". Nothing was done. Put it back, or close the store and restore a copy.",
                        new FileSystemException(part.getKey().toString(), null, "another file, or none")));
            }
        }
        return Optional.empty();
    }

    /** None on file systems without such a thing, which do not let go of open files either. */
    private static Optional<Object> identity(Path part) {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(part, BasicFileAttributes.class).fileKey());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
