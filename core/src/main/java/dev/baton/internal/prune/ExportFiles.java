package dev.baton.internal.prune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;

/**
 * Where finished jobs are written. No name is used twice, by whichever node, so that nothing is ever overwritten.
 *
 * @param folder where files go
 * @param payloads with the jobs' data
 */
public record ExportFiles(Path folder, boolean payloads) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** A file that is not there yet under its name. */
    public Sheet begin(Instant now) throws IOException {
        Files.createDirectories(folder);
        return new Sheet(folder, "baton-" + TIME.format(now) + "-" + UUID.randomUUID() + ".jsonl", payloads);
    }
}
