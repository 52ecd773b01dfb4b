package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.CrashPolicy;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.outbox.Codes;
import dev.baton.outbox.Dispatch;
import dev.baton.outbox.Found;
import dev.baton.outbox.Instruction;
import dev.baton.outbox.Money;
import dev.baton.outbox.Outbox;
import dev.baton.outbox.Payment;
import dev.baton.outbox.Rail;
import dev.baton.outbox.Rails;
import dev.baton.outbox.Reply;
import dev.baton.outbox.Resolution;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Switch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/operations.md has people do after an older backup was restored, command by command, and what happens if they do not. */
class RestoreGuideTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Pattern STEPS = Pattern.compile("### Step by step\\n(.*?)\\n## ", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("(?m)^ +\\./baton (.*)$");
    private static final Pattern NAMED = Pattern.compile("`?\\./baton ([a-z]+)");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final By BY = new By("alice", "maintenance");
    private static final Codes CODES = Codes.accepting("BOOKED");

    record Wire(String text) {}

    private static final JobType<Wire> WIRE =
            JobType.of("wire.send", Wire.class).onCrash(CrashPolicy.HOLD);

    /** How often the bank has taken each payment; on the rail that knows references, once. */
    private final Map<String, Integer> booked = new ConcurrentHashMap<>();

    private final Map<String, JobId> payments = new LinkedHashMap<>();
    private final List<JobId> wired = new CopyOnWriteArrayList<>();
    private JobId wire;

    @TempDir
    Path folder;

    private Path file;
    private Path backup;
    private Path heads;

    private Reply book(Dispatch dispatch) {
        booked.merge(dispatch.reference(), 1, Integer::sum);
        return Reply.of("BOOKED");
    }

    private Reply bookOnce(Dispatch dispatch) {
        booked.putIfAbsent(dispatch.reference(), 1);
        return Reply.of("BOOKED");
    }

    private Found find(Dispatch dispatch) {
        return booked.containsKey(dispatch.reference()) ? Found.seen(Reply.of("BOOKED")) : Found.neverSeen();
    }

    private Rails rails() {
        return Rails.of(
                Rail.idempotent("sepa", CODES, this::bookOnce)
                        .timeout(Duration.ofSeconds(1))
                        .quiet(Duration.ZERO),
                Rail.queryable("swift", CODES, this::book, this::find),
                Rail.neither("paper", CODES, this::book));
    }

    private Baton start(Rails rails) {
        return rails.dispatchedBy(Baton.on(SqliteStore.open(file)))
                .handle(WIRE, wired, (text, run, sent) -> sent.add(run.id()))
                .start();
    }

    private JobId paid(String rail) {
        return Objects.requireNonNull(payments.get(rail), rail);
    }

    private static Payment payment(String rail, String key) {
        return new Payment(
                new Instruction("invoice", key), rail + "-customer", rail, Money.of("12.50", "EUR"), "DE02120300");
    }

    /** One payment on each rail, and a job that must not be repeated, wait when the backup is made, and are sent
     * after it, and another payment comes; then the backup is restored. */
    @BeforeEach
    void restoreAnOlderBackup() throws Exception {
        file = folder.resolve("app.db");
        backup = folder.resolve("backup.db");
        heads = folder.resolve("heads.txt");
        try (Baton baton = start(rails())) {
            var outbox = new Outbox(baton, rails());
            outbox.turnOff(Outbox.everything(), BY);
            for (String rail : List.of("sepa", "swift", "paper")) {
                payments.put(rail, outbox.enqueue(payment(rail, rail)).id());
            }
            baton.turnOff(Switch.type(WIRE.name()), BY);
            wire = baton.enqueue(WIRE, new Wire("to the landlord"));
            backUp();
            outbox.turnOn(Outbox.everything(), BY);
            baton.turnOn(Switch.type(WIRE.name()), BY);
            baton.await(wire, LONG);
            JobId last = outbox.enqueue(payment("sepa", "late")).id();
            baton.awaitAll(payments.values(), LONG);
            baton.await(last, LONG);
        }
        Files.writeString(
                heads, Printed.of(List.of("verify", "--file", file.toString())).out());
        assertThat(booked).hasSize(4);
        for (String part : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(Path.of(file + part));
        }
        Files.copy(backup, file);
    }

    private void backUp() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("VACUUM INTO '" + backup + "'");
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of(System.getProperty("baton.root"), "docs", "operations.md"));
    }

    private static List<String> commands() throws IOException {
        return STEPS.matcher(page())
                .results()
                .flatMap(steps -> COMMAND.matcher(steps.group(1)).results())
                .map(command -> command.group(1))
                .toList();
    }

    private Printed run(String command) {
        var words = new ArrayList<String>();
        for (MatchResult word : WORD.matcher(command).results().toList()) {
            String said = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(
                    switch (said) {
                        case "app.db" -> file.toString();
                        case "heads.txt" -> heads.toString();
                        case "ID" -> wire.toString();
                        default -> said;
                    });
        }
        return Printed.of(words);
    }

    @Test
    void who_follows_the_page_repeats_nothing_that_must_not_be_repeated() throws Exception {
        List<String> commands = commands();
        int start = commands.indexOf("list --type wire.send --state READY --file app.db");
        assertThat(start).as("the programs are started before that").isPositive();
        List<Printed> before =
                commands.subList(0, start).stream().map(this::run).toList();

        List<Printed> after;
        try (Baton baton = start(rails().restored(Instant.now().plusMillis(1)))) {
            after = commands.subList(start, commands.size() - 1).stream()
                    .map(this::run)
                    .toList();
            baton.awaitAll(payments.values(), LONG);
            Printed held = run(commands.get(commands.size() - 1));
            assertThat(held.out().lines()).hasSize(2);
            new Outbox(baton, rails())
                    .resolve(paid("paper"), Resolution.SENT, BY)
                    .orThrow();
            assertThat(baton.find(wire).orElseThrow().standing().state()).isEqualTo(JobState.CANCELLED);
        }

        assertThat(before).extracting(Printed::code).containsExactly(0, 1, 1, 0, 0);
        assertThat(before.get(3).out()).contains("would be: type wire.send");
        assertThat(before.get(4).out()).contains("Rails.restored(");
        assertThat(before.get(1).out())
                .as("for whom something happened since")
                .contains("CUT lane outbox/sepa-customer #2", "CUT lane outbox/paper-customer #1", "CUT operators #");
        assertThat(after).extracting(Printed::code).containsOnly(0);
        assertThat(after.get(0).out()).contains(wire.toString());
        assertThat(booked.values()).containsOnly(1);
        assertThat(wired).hasSize(1);
    }

    @Test
    void without_it_only_the_rail_that_knows_references_is_safe() throws Exception {
        run("resume --kill-type outbox.payment --file app.db");
        run("resume --kill-type wire.send --file app.db");

        try (Baton baton = start(rails())) {
            baton.awaitAll(payments.values(), LONG);
            baton.await(wire, LONG);
        }

        assertThat(booked.get(paid("sepa").toString())).isEqualTo(1);
        assertThat(booked.get(paid("swift").toString())).isEqualTo(2);
        assertThat(booked.get(paid("paper").toString())).isEqualTo(2);
        assertThat(wired).as("nobody knew that it had run").hasSize(2);
    }

    @Test
    void every_command_that_the_page_names_is_there() throws Exception {
        Set<String> named = new TreeSet<>();
        NAMED.matcher(page()).results().forEach(command -> named.add(command.group(1)));

        assertThat(named).contains("doctor", "verify", "lanes", "export");
        assertThat(named)
                .allSatisfy(command -> assertThat(
                                Printed.of(List.of(command, "--help")).code())
                        .as(command)
                        .isZero());
    }
}
