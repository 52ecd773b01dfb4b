package dev.baton.testserver;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of a PostgreSQL, unpacked once per user of this machine. They lie beside other temporary files and not in the
 * build's folder, which another user may not be able to enter.
 */
final class Binaries {

    /** As the artifacts call them: system, then machine. */
    private static final List<String> ARCHIVES = List.of(
            "/postgres-linux-x86_64.txz",
            "/postgres-linux-arm_64.txz",
            "/postgres-darwin-x86_64.txz",
            "/postgres-darwin-arm_64.txz");

    /** Found once: to know which they are all of the archive is read. */
    private static @Nullable Binaries found;

    private final Path home;

    private Binaries(Path home) {
        this.home = home;
    }

    /** Which they are. */
    String id() {
        return String.valueOf(home.getFileName());
    }

    String program(String name) {
        return home.resolve("bin").resolve(name).toString();
    }

    static synchronized Binaries unpacked() {
        Binaries known = found;
        if (known == null) {
            known = find();
            found = known;
        }
        return known;
    }

    private static Binaries find() {
        URL archive = ARCHIVES.stream()
                .flatMap(name -> Optional.ofNullable(Binaries.class.getResource(name)).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("There are no PostgreSQL programs on the class path."));
        try {
            Path home = Folders.base().resolve("programs-" + hash(archive));
            if (!Files.exists(home)) {
                unpack(archive, home);
            }
            return new Binaries(home);
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL could not be unpacked", e);
        }
    }

    private static String hash(URL archive) throws IOException {
        try (InputStream bytes = archive.openStream()) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }

    /** Into a folder of its own, which gets its name when it is complete: another build may be unpacking, too. */
    private static void unpack(URL archive, Path home) throws IOException {
        Path folder = Files.createTempDirectory(Folders.base(), "unpacking");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive.openStream())))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                write(tar, entry, folder);
            }
        }
        try {
            Files.move(folder, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException alreadyThere) {
            Folders.delete(folder);
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder) throws IOException {
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
            throw new IOException("an entry that leads out of its archive: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Files.createDirectories(target.resolveSibling(""));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, target);
            boolean executable = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
