package dev.baton.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where servers keep their files: beside other temporary files, in a folder of this user's, one for each server. */
final class Folders {

    /** Names another folder than that for temporary files, which may be a process's own and hold no programs yet. */
    private static final String PROPERTY = "baton.testserver.folder";

    private static final String SERVER = "server-";
    private static final Pattern OURS = Pattern.compile(SERVER + "([0-9]{1,18})-.*");

    private Folders() {}

    /** Of this user: what root has unpacked is not somebody else's to change. */
    static Path base() throws IOException {
        String beside = System.getProperty(PROPERTY, System.getProperty("java.io.tmpdir"));
        Path base = Path.of(beside, "baton-postgres-" + System.getProperty("user.name"));
        if (!Files.exists(base)) {
            Files.createDirectories(base);
            Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        refuseOthers(base);
        return base;
    }

    /** Everybody can guess the name; programs that somebody else has put there, or may change, are not run. */
    private static void refuseOthers(Path base) throws IOException {
        UserPrincipal me = base.getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByName(System.getProperty("user.name"));
        Set<PosixFilePermission> open = Files.getPosixFilePermissions(base, LinkOption.NOFOLLOW_LINKS);
        boolean mine = Files.getOwner(base, LinkOption.NOFOLLOW_LINKS).equals(me)
                && Files.isDirectory(base, LinkOption.NOFOLLOW_LINKS);
        if (!mine
                || open.contains(PosixFilePermission.GROUP_WRITE)
                || open.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(base + " belongs to somebody else, or may be changed by others; remove it");
        }
    }

    /** For a server of this process; those of processes that died without a word are swept away first. */
    static Path fresh() throws IOException {
        sweep();
        Path folder = Files.createTempDirectory(
                base(), SERVER + ProcessHandle.current().pid() + "-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    private static void sweep() throws IOException {
        try (Stream<Path> all = Files.list(base())) {
            List<Path> left = all.filter(Folders::isLeftBehind).toList();
            left.forEach(Folders::clear);
        }
    }

    private static boolean isLeftBehind(Path folder) {
        Matcher name = OURS.matcher(String.valueOf(folder.getFileName()));
        return name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    }

    private static void clear(Path folder) {
        try {
            postmaster(folder.resolve("data")).filter(Folders::isOurs).ifPresent(ProcessHandle::destroyForcibly);
            delete(folder);
        } catch (IOException | UncheckedIOException another) {
            // Somebody else sweeps at the same moment.
        }
    }

    /** By now the number may be another's, such as that of a real server. */
    private static boolean isOurs(ProcessHandle left) {
        try {
            return left.info().command().orElse("").startsWith(base().toString());
        } catch (IOException e) {
            return false;
        }
    }

    /** The process that runs on this data, if there is one. */
    static Optional<ProcessHandle> postmaster(Path data) throws IOException {
        Path file = data.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(file);
        return lines.isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
