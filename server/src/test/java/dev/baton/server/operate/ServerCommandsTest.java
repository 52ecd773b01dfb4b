package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.server.Printed;
import dev.baton.server.serve.RunningService;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.ActionView;
import dev.baton.store.JobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands against a service, and against the file it works on. */
class ServerCommandsTest {

    record Receipt(String order) {}

    private static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class)
            .retry(Retry.defaults().attempts(1))
            .label(receipt -> "receipt " + receipt.order());
    private static final JobType<Receipt> UNSURE = JobType.of("unsure", Receipt.class);
    private static final JobType<Receipt> MANY = JobType.of("many", Receipt.class);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String NOBODY = "0193a1b2-0000-7000-8000-000000000001";

    @TempDir
    private static Path folder;

    private static Path file;
    private static RunningService service;
    /** Dead, each in a lane of its own: a, b, c and d. */
    private static final List<JobId> DEAD = new ArrayList<>();

    private static JobId behind;
    private static JobId held;

    @BeforeAll
    static void open() throws Exception {
        file = folder.resolve("app.db");
        try (Baton baton = Baton.on(SqliteStore.open(file))
                .decide(RECEIPT, "mail", (receipt, run, mail) -> Outcome.fail("NO_SUCH_ADDRESS", "bounced\nback"))
                .decide(UNSURE, "mail", (receipt, run, mail) -> Outcome.hold("WHO_KNOWS", ""))
                .enqueues(MANY)
                .start()) {
            baton.enqueueAll(IntStream.rangeClosed(0, Place.PAGE_MAX)
                    .mapToObj(i -> MANY.job(new Receipt(String.valueOf(i))))
                    .toList());
            for (String lane : List.of("a", "b", "c", "d")) {
                JobId dead =
                        baton.enqueue(RECEIPT.job(new Receipt(lane)).lane(lane)).id();
                baton.await(dead, LONG);
                DEAD.add(dead);
            }
            behind = baton.enqueue(RECEIPT.job(new Receipt("behind")).lane("a")).id();
            held = baton.enqueue(UNSURE, new Receipt("held"));
            baton.await(held, LONG);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        token("boss", "admin");
        token("looker", "viewer");
        service = RunningService.on(
                file,
                Map.of(
                        "types",
                        "receipt.send,unsure",
                        "token-file",
                        folder.resolve("tokens").toString()));
    }

    private static void token(String name, String role) throws IOException {
        Printed made =
                Printed.of(List.of("token", "--file", folder.resolve("tokens").toString(), name, role));
        Path kept = Files.writeString(folder.resolve(name), made.out());
        Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-------"));
    }

    @AfterAll
    static void close() {
        service.close();
    }

    private static Printed by(String who, String command, String... args) {
        return Printed.of(Stream.concat(
                        Stream.of(
                                command,
                                "--server",
                                service.url(),
                                "--token-file",
                                folder.resolve(who).toString()),
                        Stream.of(args))
                .toList());
    }

    private static Printed atServer(String... command) {
        return by(
                "boss", command[0], List.of(command).subList(1, command.length).toArray(String[]::new));
    }

    private static Printed inFile(String... command) {
        return Printed.of(Stream.concat(Stream.of(command), Stream.of("--file", file.toString()))
                .toList());
    }

    private static ActionView lastAction() {
        try (JobStore store = SqliteStore.open(file)) {
            return store.actions(1).get(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "list",
                "list --json",
                "list --state dead --type receipt.send --code NO_SUCH_ADDRESS",
                "list --lane a --json",
                "list --limit 2",
                "lanes",
                "lanes --json",
                "show DEAD --payload",
                "show DEAD --payload --json",
                "show NOBODY",
                "why DEAD",
                "why DEAD --json",
                "why BEHIND",
                "why NOBODY",
                "discard --lane d --state DEAD --dry-run",
                "cancel NOBODY --json"
            })
    void a_command_prints_the_same_and_ends_alike_wherever_it_asks(String command) {
        String[] words = command.replace("DEAD --", DEAD.get(3) + " --")
                .replaceFirst("(show|why) DEAD$", "$1 " + DEAD.get(3))
                .replace("BEHIND", behind.toString())
                .replace("NOBODY", NOBODY)
                .replace("--state " + DEAD.get(3), "--state DEAD")
                .split(" ");
        words = words[0].equals("discard") ? append(words, "--reason", "rehearsed") : words;

        Printed there = atServer(words);

        assertThat(there.err()).isEmpty();
        assertThat(there.out()).isNotEmpty();
        assertThat(there).isEqualTo(inFile(words));
    }

    private static String[] append(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void a_job_is_skipped_once_with_a_reason_and_by_whom_the_token_says() {
        String dead = DEAD.get(0).toString();

        Printed without = atServer("skip", dead);
        Printed skipped = atServer("skip", dead, "--reason", "refunded");
        Printed again = atServer("skip", dead, "--reason", "refunded", "--json");

        assertThat(without.code()).isEqualTo(3);
        assertThat(without.err())
                .startsWith("baton: REQUIRED: ")
                .contains("reason")
                .contains("422");
        assertThat(skipped).isEqualTo(new Printed(0, dead + " APPLIED dead cancelled" + System.lineSeparator(), ""));
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.out())
                .isEqualToIgnoringNewLines(
                        "{\"id\":\"" + dead + "\",\"result\":\"STATE_CONFLICT\",\"state\":\"cancelled\"}");
        assertThat(lastAction().by().who()).startsWith("boss (from 127.0.0.1, request ");
        assertThat(lastAction().by().why()).isEqualTo("refunded");
    }

    @Test
    void all_that_fit_are_retried_after_a_dry_run() {
        Printed preview = atServer("retry", "--lane", "b", "--dry-run");
        Printed done = atServer("retry", "--lane", "b", "--json");
        Printed again = atServer("retry", "--lane", "b");

        assertThat(preview.out().strip()).isEqualTo("WOULD_APPLY 1");
        assertThat(done.out().strip()).isEqualTo("{\"result\":\"APPLIED\",\"jobs\":1}");
        assertThat(again.out().strip()).isEqualTo("STATE_CONFLICT 1");
        assertThat(List.of(preview.code(), done.code(), again.code())).containsExactly(0, 0, 1);
        assertThat(atServer("retry").code()).isEqualTo(2);
    }

    @Test
    void a_held_job_is_confirmed_and_its_data_removed() {
        assertThat(atServer("confirm", held.toString(), "--reason", "asked them")
                        .out()
                        .strip())
                .isEqualTo(held + " APPLIED held done");
        assertThat(atServer("redact", held.toString()).code()).isZero();
        assertThat(atServer("show", held.toString(), "--payload").out()).contains("payload         (removed)");
        assertThat(inFile("release", held.toString()).out()).contains("STATE_CONFLICT done");
        assertThat(atServer("kill", held.toString()).out()).contains("STATE_CONFLICT done");
    }

    @Test
    void a_queue_is_paused_and_resumed_for_everybody() {
        assertThat(atServer("pause", "mail", "--reason", "provider is down")
                        .out()
                        .strip())
                .isEqualTo("off: pause mail");
        assertThat(atServer("pause", "--kill-lane", "zoë & co").out()).contains("off: lane zoë & co");
        assertThat(inFile("pause")).isEqualTo(atServer("pause"));

        assertThat(atServer("resume", "mail").out()).doesNotContain("mail");
        assertThat(atServer("resume", "--kill-lane", "zoë & co").code()).isZero();
        assertThat(lastAction().by().who()).startsWith("boss (from 127.0.0.1, request ");
    }

    @Test
    void a_job_is_added_once_for_its_key_with_all_that_was_said_of_it() {
        String data = "{\"order\": \"3\", \"amount\": 1.50}";
        String[] command = {
            "enqueue",
            "receipt.send",
            data,
            "--key",
            "Bestellung №3",
            "--in",
            "PT1H",
            "--queue",
            "mail",
            "--priority",
            "3",
            "--lane",
            "orders"
        };

        Printed added = atServer(append(command, "--json"));
        Printed again = atServer(command);

        assertThat(added.err()).isEmpty();
        String id = added.out().substring(7, 43);
        assertThat(added.out()).contains("\"answer\":\"ADDED\",\"state\":\"SCHEDULED\"");
        assertThat(again.out()).startsWith(id + " EXISTING scheduled");
        Printed shown = atServer("show", id, "--payload");
        assertThat(shown).isEqualTo(inFile("show", id, "--payload"));
        assertThat(shown.out())
                .contains("payload         " + data)
                .contains("queue           mail")
                .contains("priority        3")
                .contains("lane            orders");
    }

    @Test
    void what_a_server_knows_better_or_does_not_know_is_said_and_nothing_is_added() {
        String before = inFile("list").out();

        assertThat(atServer("enqueue", "receipt.send", "{}", "--version-of-data", "2")
                        .code())
                .isEqualTo(2);
        assertThat(atServer("enqueue", "receipt.send", "{}", "--key-scope", "ACTIVE")
                        .err())
                .contains("for a database");
        assertThat(atServer("cancel", behind.toString(), "--by", "mallory").err())
                .contains("by the token who asks");
        assertThat(atServer("enqueue", "nothing.known", "{}").err()).contains("UNKNOWN_TYPE");
        assertThat(atServer("enqueue", "receipt.send", "{\"order\":").err()).contains("BAD_JSON");
        assertThat(atServer("enqueue", "receipt.send", "{},\"lane\":\"x\"").err())
                .contains("BAD_JSON");
        assertThat(atServer("enqueue", "receipt.send", "{}", "--priority", "99").code())
                .isEqualTo(3);

        assertThat(inFile("list").out()).isEqualTo(before);
    }

    @Test
    void who_may_only_look_looks_and_what_he_may_not_is_told_with_its_code() throws IOException {
        assertThat(by("looker", "list").code()).isZero();
        assertThat(by("looker", "show", behind.toString()).code()).isZero();

        Printed cancelled = by("looker", "cancel", behind.toString());
        Printed payload = by("looker", "show", behind.toString(), "--payload");

        assertThat(cancelled.code()).isEqualTo(3);
        assertThat(cancelled.err()).startsWith("baton: FORBIDDEN: ").contains("the server answered 403 (Not allowed)");
        assertThat(payload.err()).startsWith("baton: FORBIDDEN: ");
        assertThat(payload.out()).isEmpty();
        Files.writeString(folder.resolve("wrong"), "no-token-of-ours");
        Files.setPosixFilePermissions(folder.resolve("wrong"), PosixFilePermissions.fromString("rw-------"));
        Printed unknown = by("wrong", "list");
        assertThat(unknown.code()).isEqualTo(3);
        assertThat(unknown.err())
                .startsWith("baton: AUTH: ")
                .contains("401")
                .contains("--token-file")
                .doesNotContain("no-token-of-ours");
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "why"})
    void below_a_wrong_path_of_a_service_no_job_is_said_to_be_missing(String command) {
        Printed asked = Printed.of(List.of(
                command,
                "--server",
                service.url() + "/elsewhere",
                "--token-file",
                folder.resolve("boss").toString(),
                behind.toString()));

        assertThat(asked.code()).isEqualTo(3);
        assertThat(asked.err()).startsWith("baton: NOT_A_BATON: ").contains("there is nothing under its path");
    }

    @Test
    void more_than_a_page_is_listed_page_by_page() {
        Printed all = atServer("list", "--type", "many", "--limit", "5000", "--json");
        Printed some = atServer("list", "--type", "many", "--limit", "1001");

        assertThat(all.out().lines()).hasSize(1_001).doesNotHaveDuplicates();
        assertThat(some.out().lines()).hasSize(1 + 1_001 + 1).last().asString().startsWith("There may be more");
        assertThat(atServer("list", "--limit", "0").code()).isEqualTo(2);
    }

    @Test
    void a_service_that_is_well_but_for_its_jobs_is_said_to_be_so() {
        Printed examined = atServer("doctor");

        assertThat(examined.err()).isEmpty();
        assertThat(examined.code()).isEqualTo(1);
        assertThat(examined.out())
                .contains("ok    live: yes")
                .contains("ok    ready: yes")
                .contains("LOOK  nodes: no live node") // it adds jobs for others
                .containsPattern("LOOK  lanes: [1-4] dead or held jobs in lanes\\. See \\./baton lanes")
                .containsPattern("LOOK  dead jobs: [1-4] dead jobs");
        assertThat(atServer("doctor", "--json").out()).contains("{\"well\":true,\"subject\":\"live\"");
    }
}
