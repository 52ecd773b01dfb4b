package dev.baton.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * One step by which our tables become what this version needs.
 *
 * @param name of its file, which begins with its number
 * @param compatibleFrom the oldest step whose programs can go on while this one is applied, and afterwards
 * @param sql what it does
 */
record Migration(String name, String compatibleFrom, String sql) {

    /** In their order. One that was released is never edited. */
    static List<Migration> all() {
        return List.of(
                new Migration("001_jobs.sql", "001_jobs.sql", read("001_jobs.sql")),
                new Migration("002_cursor.sql", "001_jobs.sql", read("002_cursor.sql")),
                new Migration("003_strict_runs.sql", "001_jobs.sql", read("003_strict_runs.sql")),
                new Migration("004_facts.sql", "001_jobs.sql", read("004_facts.sql")),
                new Migration("005_evidence.sql", "001_jobs.sql", read("005_evidence.sql")),
                new Migration("006_remove.sql", "001_jobs.sql", read("006_remove.sql")),
                new Migration("007_drained.sql", "001_jobs.sql", read("007_drained.sql")),
                new Migration("008_schedules.sql", "001_jobs.sql", read("008_schedules.sql")),
                new Migration("009_limits.sql", "001_jobs.sql", read("009_limits.sql")));
    }

    /** What our tables are like when all were applied, a line for each column and each index. */
    static List<String> layout() {
        return read("layout.txt").lines().toList();
    }

    private static String read(String name) {
        try (InputStream text = Migration.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By which it is known that it was applied as it is here. */
    String sha256() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
