package dev.baton.faults.process;

import dev.baton.checker.Account;
import dev.baton.checker.Archive;
import dev.baton.checker.Checker;
import dev.baton.checker.Finding;
import dev.baton.checker.Journal;
import dev.baton.checker.Plan;
import dev.baton.checker.Report;
import dev.baton.checker.Snapshot;
import dev.baton.checker.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file, the processes that live on it one after another, and the judge who comes afterwards. */
final class Arena implements AutoCloseable {

    private static final int HARNESS = 0;
    private static final Duration DRAIN = Duration.ofSeconds(45);
    private static final int LAST_WORDS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(5);

    private final Folder folder;
    private final long seed;
    private final String replay;
    private final Journal journal;
    private final List<Snapshot> snapshots = new ArrayList<>();
    private int lives;

    /** A new run in this folder; how it is played again is said if something is found. */
    Arena(Path path, long seed, String replay) throws IOException, SQLException {
        this.folder = new Folder(path);
        this.seed = seed;
        this.replay = replay;
        Ledger.create(folder.database());
        journal = Journal.open(folder.journal(HARNESS));
    }

    Journal journal() {
        return journal;
    }

    Folder folder() {
        return folder;
    }

    /** Another process; with something that is to go wrong in it, or nothing. */
    Life live(Worker.Mode mode, int jobs, String fault) throws IOException {
        lives++;
        var options = new ArrayList<String>();
        if (!fault.isEmpty()) {
            options.add("-Dbaton.fault=" + fault);
            options.add("-Dbaton.fault.log=" + folder.journal(lives));
        }
        List<String> arguments = List.of(mode.name(), String.valueOf(seed + lives), String.valueOf(jobs));
        return Life.start(folder, lives, options, arguments);
    }

    /** Was this said in the log of the process that was started last? */
    boolean hasFired(String fault) throws IOException {
        Path log = folder.journal(lives);
        return Files.exists(log) && Files.readString(log).contains(" fault " + fault);
    }

    /** Waits until the process that was started last says something in its log, or has ended. */
    void awaitWord(Life last) throws IOException, InterruptedException {
        Path log = folder.journal(lives);
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!(Files.exists(log) && Files.size(log) > 0) && !last.hasEnded(LOOK)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("The process says nothing: " + lastWords());
            }
        }
    }

    /** Looks at all that must never change again. */
    void snapshot() throws SQLException {
        try (var reader = new Archive.Reader(folder.database())) {
            reader.snapshot().ifPresent(snapshots::add);
        }
    }

    /** How many processes there were. */
    int lives() {
        return lives;
    }

    List<Snapshot> snapshots() {
        return snapshots;
    }

    /** From now on nothing goes wrong: a process that works until nothing is left. Says what was wrong with that. */
    Optional<String> drain() throws IOException, InterruptedException, SQLException {
        journal.healed();
        try (Life last = live(Worker.Mode.DRAIN, 0, "")) {
            int code = last.end();
            snapshot();
            if (code == 0) {
                journal.drained();
                return Optional.empty();
            }
            return Optional.of("the last process ended with " + code + ": " + lastWords());
        }
    }

    String lastWords() throws IOException {
        List<String> lines = Files.readAllLines(folder.output(lives));
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_WORDS), lines.size()));
    }

    /** What the checker says, and the ledger. */
    Judgement judge() throws IOException, SQLException {
        Account account = Account.read(folder.journals());
        try (var reader = new Archive.Reader(folder.database())) {
            Archive archive = reader.read();
            var plan = new Plan(0, Kind.replayable(), true, DRAIN);
            Verdict verdict = Checker.check(account, archive, snapshots, plan);
            var findings = new ArrayList<>(verdict.findings());
            findings.addAll(Ledger.check(folder.database()));
            return new Judgement(verdict, findings, Report.of(verdict, account, archive, replay));
        }
    }

    /** What came out, and the whole story if it is not good. */
    record Judgement(Verdict verdict, List<Finding> findings, List<String> report) {
        boolean holds() {
            return verdict.holds() && findings.isEmpty();
        }
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
