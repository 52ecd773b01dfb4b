package dev.baton.server;

import dev.baton.job.BatonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Files that are nobody else's business. */
public final class OwnersAlone {

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    private OwnersAlone() {}

    /** Refuses a file that others can read or write. One that is not there is no fault here. */
    public static void require(Path file) {
        if (!Files.exists(file) || !isPosix(file)) {
            return;
        }
        try {
            Set<PosixFilePermission> others = EnumSet.noneOf(PosixFilePermission.class);
            others.addAll(Files.getPosixFilePermissions(file));
            others.removeAll(OWNERS);
            if (!others.isEmpty()) {
                throw new BatonException(
                        "FILE_OPEN_TO_OTHERS",
                        "Others on this machine can read or change " + file + ". Nothing was done. Say: chmod 600 "
                                + file);
            }
        } catch (IOException e) {
            throw new BatonException("NO_FILE", "The file " + file + " cannot be looked at: " + e, e);
        }
    }

    /** Does the file system know who may read a file? */
    public static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
