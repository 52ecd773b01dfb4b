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
import dev.baton.faults.process.Assignment.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A database, the processes that live on it one after another or at once, and the judge who comes afterwards. */
final class Arena implements AutoCloseable {

    private static final int HARNESS = 0;
    private static final Duration DRAIN = Duration.ofSeconds(45);
    private static final int LAST_WORDS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(5);
    /** Where one engine follows another nobody waits for its end; beats are there to be met by faults. */
    private static final Duration LEASE = Duration.ofMillis(600);

    private final Folder folder;
    private final long seed;
    private final String replay;
    private final Journal journal;
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final Set<Long> silenced = new HashSet<>();
    private Database database;
    private Duration lease = LEASE;
    private int lives;

    /** A new run in this folder, on this database; how it is played again is said if something is found. */
    Arena(Path path, Database database, long seed, String replay) throws IOException, SQLException {
        this.folder = new Folder(path);
        this.database = database;
        this.seed = seed;
        this.replay = replay;
        Ledger.create(database);
        journal = Journal.open(folder.journal(HARNESS));
    }

    /** The same on a file in this folder. */
    Arena(Path path, long seed, String replay) throws IOException, SQLException {
        this(path, new SqliteDatabase(new Folder(path).file()), seed, replay);
    }

    /** From now on the jobs are there, as far as the judge is concerned. */
    void moveTo(Database other) {
        database = other;
    }

    /** How long processes may be silent from now on. */
    void lease(Duration time) {
        lease = time;
    }

    Journal journal() {
        return journal;
    }

    Folder folder() {
        return folder;
    }

    /** Another process; with something that is to go wrong in it, or nothing. */
    Life live(Mode mode, int jobs, String fault) throws IOException {
        return live(mode, jobs, fault, database);
    }

    /** Another process that comes to the jobs by this way. */
    Life live(Mode mode, int jobs, String fault, Database way) throws IOException {
        lives++;
        var options = new ArrayList<String>();
        if (!fault.isEmpty()) {
            options.add("-Dbaton.fault=" + fault);
            options.add("-Dbaton.fault.log=" + folder.journal(lives));
        }
        var arguments = new ArrayList<>(List.of(way.url()));
        arguments.addAll(new Assignment(mode, seed + lives, jobs, lease).words());
        return Life.start(folder, lives, options, arguments);
    }

    /** Was this said in the log of the process that was started last? */
    boolean hasFired(String fault) throws IOException {
        Path log = folder.journal(lives);
        return Files.exists(log) && Files.readString(log).contains(" fault " + fault);
    }

    /** Waits until this process says something in its log, or has ended. */
    void awaitWord(Life life) throws IOException, InterruptedException {
        Path log = folder.journal(life.number());
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!(Files.exists(log) && Files.size(log) > 0) && !life.hasEnded(LOOK)) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("The process says nothing: " + lastWords());
            }
        }
    }

    /** From here on this process can do nothing, or reach nobody. */
    void stopped(Life life) throws IOException {
        silenced.add(life.pid());
        journal.stopped(life.pid());
    }

    /** Looks at all that must never change again. */
    void snapshot() throws SQLException {
        try (var reader = database.reader()) {
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
        try (Life last = live(Mode.DRAIN, 0, "")) {
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
        try (var reader = database.reader()) {
            Archive archive = reader.read();
            var plan = new Plan(0, Kind.replayable(), true, DRAIN, database.clocks());
            Verdict verdict = Checker.check(account, archive, snapshots, plan);
            var findings = new ArrayList<>(verdict.findings());
            findings.addAll(Ledger.check(database));
            findings.addAll(folder.effects().check(silenced));
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
