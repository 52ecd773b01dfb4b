package dev.baton.sqlite;

import dev.baton.job.BatonException;
import dev.baton.store.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The file as the operating system sees it: whether it may be used. Looked at from outside only: opening it here and closing
 * it again would drop the locks that SQLite has on it for this process.
 */
final class DatabaseFile {

    /** Beside the real file, as SQLite's own companions are. Once it is there, so were our tables. */
    private static final String OURS = "-baton.lock";

    /**
     * How the names of their types begin. Not 9p or virtiofs: by these a virtual machine sees its own host's disk, and where
     * they cannot share memory SQLite itself refuses.
     */
    private static final List<String> NETWORKS = List.of(
            "nfs", "cifs", "smb", "afp", "afs", "webdav", "davfs", "sshfs", "ncpfs", "ceph", "gluster", "lustre",
            "beegfs", "gpfs", "s3fs", "gcsfuse", "rclone");

    private final Path path;
    private final boolean ours;
    private final boolean atRest;

    private DatabaseFile(Path path) {
        this.path = path;
        this.ours = Files.exists(companion(OURS));
        this.atRest = sizeOf(companion("-wal")) == 0 && sizeOf(companion("-journal")) == 0;
    }

    /** Looks whether the file can be used, and makes it if there is none. A file that is refused is not touched. */
    static DatabaseFile at(Path asked) {
        Path named = asked.toAbsolutePath();
        if (named.toString().contains("?")) {
            throw new BatonException(
                    "BAD_PATH",
                    "The name " + asked + " has a question mark, which the driver takes for the name's end.");
        }
        var file = new DatabaseFile(real(named));
        file.refuseWhatIsNoFile();
        file.refuseNetwork();
        file.refuseReadOnly();
        file.refuseEmptied();
        file.refuseDamagedWal();
        file.createPrivately();
        return file;
    }

    /** Where it really is, whatever links lead to it. */
    Path path() {
        return path;
    }

    /** What SQLite keeps open as long as anybody has the file open. */
    List<Path> parts() {
        return List.of(path, companion("-wal"), companion("-shm"));
    }

    /** The lock of the one engine. */
    Path lock() {
        return companion(OURS);
    }

    /** Whether our tables were there before. */
    boolean isOurs() {
        return ours;
    }

    /** Whether it ended in the middle of a change that SQLite is about to take back, which takes a connection that writes. */
    boolean hasHotJournal() {
        return sizeOf(companion("-journal")) > 0;
    }

    /** From now on an empty or missing file means that jobs were lost, and not that there were none. */
    void becomeOurs() {
        try {
            Files.createFile(lock());
        } catch (FileAlreadyExistsException sinceLongAgo) {
            // As good; it was not opened, so no lock on it was dropped.
        } catch (IOException e) {
            throw unavailable("The file " + lock() + " cannot be made; look at its folder.", e);
        }
    }

    /**
     * SQLite fills up a last page that was cut off with zeros, and would give wrong answers from it. Not asked while there is
     * a log beside it, from which that page may still be completed.
     */
    void requireWholePages(long pageSize) {
        long size = sizeOf(path);
        if (atRest && size % pageSize != 0) {
            throw new BatonException(
                    "CORRUPT",
                    "The file " + path + " was cut off: " + size
                            + " bytes are no whole number of pages. It was not touched. " + "Restore a copy.");
        }
    }

    BatonException gone() {
        return new BatonException(
                "STORE_GONE",
                "The jobs in " + path + " are gone: the file is missing, empty or another one, though "
                        + lock().getFileName()
                        + " or a log beside it says that they were there. Nothing was touched. Restore the file; or, "
                        + "to begin anew, delete what is beside it.");
    }

    static boolean isNetwork(String type) {
        String name = type.toLowerCase(Locale.ROOT);
        String kind = name.startsWith("fuse.") ? name.substring("fuse.".length()) : name;
        return NETWORKS.stream().anyMatch(kind::startsWith);
    }

    private static Path real(Path named) {
        Path folder = named.getParent();
        try {
            if (Files.exists(named)) {
                return named.toRealPath();
            }
            if (folder == null || !Files.isDirectory(folder) || Files.isSymbolicLink(named)) {
                throw new FileSystemException(named.toString(), null, "no such folder, or a link to nowhere");
            }
            return folder.toRealPath().resolve(named.getFileName());
        } catch (IOException e) {
            throw unavailable(
                    "There is no place for the file " + named + ": make its folder first, or name another.", e);
        }
    }

    private void refuseWhatIsNoFile() {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new BatonException("NOT_A_FILE", "There is a folder or a device at " + path + "; name a file.");
        }
    }

    /** The memory that SQLite shares with its companions is of one machine, and so are most locks. */
    private void refuseNetwork() {
        String type;
        try {
            type = Files.getFileStore(folder()).type();
        } catch (IOException unknown) {
            return; // Some containers do not say; a network file would still be the exception.
        }
        if (isNetwork(type)) {
            throw new BatonException(
                    "NETWORK_FILE",
                    "The file " + path + " is on a network (" + type
                            + "), where SQLite loses or damages data. Nothing was "
                            + "done. Use a local disk, or PostgreSQL.");
        }
    }

    private void refuseReadOnly() {
        Path refused = Files.exists(path) && !Files.isWritable(path) ? path : folder();
        if (!Files.isWritable(refused)) {
            throw unavailable(
                    "READ_ONLY",
                    "This process may not write to " + refused + ". Nothing was done. Change that, then try again.",
                    new FileSystemException(refused.toString(), null, "not writable"));
        }
    }

    /** Asks for the file last: somebody else may just be making it, and the companions come after it. */
    private void refuseEmptied() {
        boolean wasThere = ours || sizeOf(companion("-wal")) > 0;
        if (wasThere && sizeOf(path) == 0) {
            throw gone();
        }
    }

    /** SQLite takes a log whose beginning it cannot read for an empty one, and overwrites the commits that are in it. */
    private void refuseDamagedWal() {
        Path wal = companion("-wal");
        if (!WalHeader.isWhole(wal)) {
            throw new BatonException(
                    "CORRUPT",
                    "The file " + wal
                            + ", which has the latest commits, is damaged. Nothing was touched. Restore a copy; or "
                            + "move it away, which gives these commits up.");
        }
    }

    /**
     * Jobs are nobody else's business: a new file is readable and writable by its owner alone, and SQLite gives its companions
     * the same mode.
     */
    private void createPrivately() {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (Files.exists(path) || !posix) {
            return;
        }
        try {
            var ownersAlone = PosixFilePermissions.fromString("rw-------");
            Files.createFile(path, PosixFilePermissions.asFileAttribute(ownersAlone));
        } catch (FileAlreadyExistsException somebodyElseMadeIt) {
            // As good.
        } catch (IOException e) {
            throw unavailable("The file " + path + " cannot be made; look at its folder.", e);
        }
    }

    private Path folder() {
        return Objects.requireNonNullElse(path.getParent(), path);
    }

    private Path companion(String ending) {
        return path.resolveSibling(path.getFileName() + ending);
    }

    /** Zero if there is none. */
    private static long sizeOf(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException goneMeanwhile) {
            return 0;
        }
    }

    private static StoreUnavailableException unavailable(String what, IOException cause) {
        return unavailable("STORE_UNAVAILABLE", what + " Nothing was done.", cause);
    }

    private static StoreUnavailableException unavailable(String code, String what, IOException cause) {
        return new StoreUnavailableException(code, what, cause);
    }
}
