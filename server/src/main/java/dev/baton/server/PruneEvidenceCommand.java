package dev.baton.server;

import dev.baton.job.BatonException;
import dev.baton.store.Evidence;
import dev.baton.store.EvidenceEntry;
import dev.baton.store.EvidenceFinding;
import dev.baton.store.EvidenceLog;
import dev.baton.store.OperatorCommand.By;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton outbox prune-evidence}. */
@Command(
        name = "prune-evidence",
        description = {
            "Removes the beginning of every chain of evidence, as far as it is about what ended before a time, and leaves an anchor "
                    + "from which the rest can be verified. Payments and their attempts stay.",
            "First all of the evidence is verified and exported. If anything is wrong, or the export cannot be written, nothing is "
                    + "removed. That it was done, by whom and why is an entry of the operators' chain.",
            "On PostgreSQL it takes the role that owns the tables.",
            "Exit code: 0 if done, 1 if the evidence is not whole, 2 if the command is not understood, 3 if it was refused or failed."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  ./baton outbox prune-evidence --before 2025-01-01 --by carol --reason 'kept for ten years' --export 2024.jsonl \\",
            "      --url jdbc:postgresql://db.example/shop --user owner"
        })
final class PruneEvidenceCommand implements Callable<Integer> {

    private static final int FOUND = 1;
    private static final int REFUSED = 3;

    @Option(
            names = "--before",
            required = true,
            paramLabel = "TIME",
            description = "A time such as 2025-01-01T00:00:00Z, or a day, which begins by UTC. Not in the future.")
    private String before;

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who wants it.")
    private String by;

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
    private String reason;

    @Option(
            names = "--export",
            required = true,
            paramLabel = "FILE",
            description = "Write every entry to this new file first, a line of JSON each.")
    private Path export;

    @Mixin
    private MigratedDatabase database;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @SuppressWarnings("NullAway") // picocli fills in the fields before it calls anything
    PruneEvidenceCommand() {}

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        try {
            Instant now = Instant.now();
            Instant until = time(now);
            if (reason.isBlank()) {
                throw new BatonException("REASON_REQUIRED", "Say why evidence is removed; nothing was done.");
            }
            var who = new By(by, reason);
            return database.withEvidence(log -> prune(log, until, who, now));
        } catch (BatonException e) {
            err.println("baton: " + e.code() + ": " + e.getMessage());
            PostgresAddress.reason(e).ifPresent(more -> err.println("baton: " + more));
            return REFUSED;
        } catch (UncheckedIOException e) {
            err.println("baton: NO_FILE: " + e.getCause() + "; nothing was removed.");
            return REFUSED;
        }
    }

    private Instant time(Instant now) {
        Instant time;
        try {
            time = before.contains("T")
                    ? Instant.parse(before)
                    : LocalDate.parse(before).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "--before is a time such as 2025-01-01T00:00:00Z, or a day such as 2025-01-01.");
        }
        if (time.isAfter(now)) {
            throw new BatonException("BAD_TIME", "--before is in the future; nothing was removed.");
        }
        return time;
    }

    private int prune(EvidenceLog log, Instant until, By who, Instant now) {
        PrintWriter out = spec.commandLine().getOut();
        var old = new Old(until);
        Evidence.Verified verified = exported(log, old, out);
        if (!verified.isWhole()) {
            out.println("Findings: " + verified.findings() + "; nothing was removed.");
            return FOUND;
        }
        int chains = 0;
        for (String chain : old.chains()) {
            long last = old.last.getOrDefault(chain, 0L);
            if (log.prune(chain, last, who, now)) {
                out.println("pruned up to " + last + " " + chain);
                chains++;
            }
        }
        out.println("Exported entries: " + verified.entries() + ", chains pruned: " + chains);
        return 0;
    }

    /** It is on the disk when this returns. */
    private Evidence.Verified exported(EvidenceLog log, Old old, PrintWriter out) {
        try (FileChannel file = FileChannel.open(export, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                Writer lines = Channels.newWriter(file, StandardCharsets.UTF_8)) {
            Evidence.Verified verified = Evidence.of(log).verify(new Evidence.Listener() {
                @Override
                public void entry(EvidenceEntry entry) {
                    old.add(entry);
                    new VerifyReport(out, lines).entry(entry);
                }

                @Override
                public void found(EvidenceFinding finding) {
                    out.println(finding);
                }
            });
            lines.flush();
            file.force(true);
            return verified;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How far each chain is about what ended before a time, from its beginning on. */
    private static final class Old {

        private final long until;
        private final Map<String, Long> last = new TreeMap<>();
        private final Set<String> past = new HashSet<>();

        Old(Instant until) {
            this.until = ChronoUnit.MICROS.between(Instant.EPOCH, until);
        }

        void add(EvidenceEntry entry) {
            boolean ended = entry.field("ended_at").map(Long::parseLong).orElse(Long.MAX_VALUE) < until;
            if (!ended) {
                past.add(entry.chain());
            } else if (!past.contains(entry.chain())) {
                last.put(entry.chain(), entry.number());
            }
        }

        /** That of operators last, as every one that is pruned is told there. */
        List<String> chains() {
            return last.keySet().stream()
                    .sorted(Comparator.comparing(EvidenceEntry.OPERATORS::equals))
                    .toList();
        }
    }
}
