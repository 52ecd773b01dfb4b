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
 * @param sha256 of that, by which it is known that it was applied as it is here
 */
record Migration(String name, String compatibleFrom, String sql, String sha256) {

    /** In their order. One that was released is never edited. */
    private static final List<Migration> ALL = List.of(
            of("001_jobs.sql", "001_jobs.sql"),
            of("002_cursor.sql", "001_jobs.sql"),
            of("003_strict_runs.sql", "001_jobs.sql"),
            of("004_facts.sql", "001_jobs.sql"),
            of("005_evidence.sql", "001_jobs.sql"),
            of("006_remove.sql", "001_jobs.sql"),
            of("007_drained.sql", "001_jobs.sql"),
            of("008_schedules.sql", "001_jobs.sql"),
            of("009_limits.sql", "001_jobs.sql"),
            of("010_limit_keys.sql", "001_jobs.sql"));

    Migration(String name, String compatibleFrom, String sql) {
        this(name, compatibleFrom, sql, sha256(sql));
    }

    static List<Migration> all() {
        return ALL;
    }

    private static Migration of(String name, String compatibleFrom) {
        return new Migration(name, compatibleFrom, read(name));
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

    private static String sha256(String sql) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
