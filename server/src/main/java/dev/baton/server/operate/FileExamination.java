package dev.baton.server.operate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;

/** What there is to look at in a SQLite file beside its jobs. */
final class FileExamination {

    private static final long LARGE_WAL = 256L << 20;
    private static final int FREE_PERCENT = 50;
    private static final long LARGE_FILE = 64L << 20;

    private static final Set<PosixFilePermission> OWNERS =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Examination examination;
    private final Path file;

    FileExamination(Examination examination, Path file) {
        this.examination = examination;
        this.file = file;
    }

    void run() throws SQLException {
        String whole = examination.text(DoctorSql.QUICK_CHECK);
        examination.add(
                whole.equals("ok")
                        ? Finding.well("file", "its pages are in order")
                        : Finding.ill(
                                "file", "damaged: " + whole, "Stop all programs, keep a copy, and restore a backup"));
        String journal = examination.text(DoctorSql.JOURNAL);
        examination.add(
                journal.equals("wal")
                        ? Finding.well("journal", "wal")
                        : Finding.ill(
                                "journal",
                                "mode " + journal + " instead of wal",
                                "Some other program has changed it; Baton changes it back when it opens the file"));
        try {
            permissions();
            sizes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        examination.ofJobs(DoctorSql.FILE_ROUTES_NOT_SERVED);
    }

    private void permissions() throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        Set<PosixFilePermission> given = Files.getPosixFilePermissions(file);
        String shown = PosixFilePermissions.toString(given);
        examination.add(
                OWNERS.containsAll(given)
                        ? Finding.well("permissions", shown)
                        : Finding.ill(
                                "permissions",
                                shown,
                                "Others can read or change jobs and their data: chmod 600 " + file));
    }

    private void sizes() throws IOException, SQLException {
        Path wal = file.resolveSibling(file.getFileName() + "-wal");
        long size = Files.exists(wal) ? Files.size(wal) : 0;
        examination.add(
                size < LARGE_WAL
                        ? Finding.well("write-ahead log", (size >> 20) + " MiB")
                        : Finding.ill(
                                "write-ahead log",
                                (size >> 20) + " MiB",
                                "Somebody reads in a transaction that does not end, so that it cannot be emptied: end it"));
        long free = examination.number(DoctorSql.FREE_PAGES);
        examination.add(
                free < FREE_PERCENT || Files.size(file) < LARGE_FILE
                        ? Finding.well("size", (Files.size(file) >> 20) + " MiB, " + free + " % of it free")
                        : Finding.ill(
                                "size",
                                (Files.size(file) >> 20) + " MiB, " + free + " % of it free",
                                "It is used again as jobs come; to give it back, stop all programs and VACUUM the file"));
    }
}
