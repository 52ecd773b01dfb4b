package dev.baton.server.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.postgres.PostgresStore;
import dev.baton.server.Printed;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.JobStore;
import dev.baton.testserver.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperateCommandsTest {

    record Receipt(String order) {}

    private static final JobType<Receipt> RECEIPT = JobType.of("receipt.send", Receipt.class)
            .retry(Retry.defaults().attempts(1))
            .label(receipt -> "receipt " + receipt.order());
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void makeFile() {
        file = folder.resolve("app.db");
    }

    private Printed baton(String command, String... args) {
        return Printed.of(Stream.concat(Stream.of(command, "--file", file.toString()), Stream.of(args))
                .toList());
    }

    /** Two of alice's lane: the first is dead, the second waits behind it. */
    private static List<JobId> oneDead(Supplier<JobStore> store) throws InterruptedException {
        try (Baton baton = Baton.on(store.get())
                .decide(RECEIPT, "mail", (receipt, run, mail) -> Outcome.fail("NO_SUCH_ADDRESS", "bounced"))
                .start()) {
            JobId dead =
                    baton.enqueue(RECEIPT.job(new Receipt("1")).lane("alice")).id();
            baton.await(dead, LONG);
            JobId behind =
                    baton.enqueue(RECEIPT.job(new Receipt("2")).lane("alice")).id();
            return List.of(dead, behind);
        }
    }

    private List<JobId> oneDead() throws InterruptedException {
        return oneDead(() -> SqliteStore.open(file));
    }

    @Test
    void jobs_are_listed_by_state_in_columns_and_as_json() throws Exception {
        JobId dead = oneDead().get(0);

        Printed listed = baton("list", "--state", "dead");
        Printed json = baton("list", "--state", "DEAD", "--json");

        assertThat(listed.err()).isEmpty();
        assertThat(listed.code()).isZero();
        assertThat(listed.out().lines())
                .hasSize(2)
                .last()
                .asString()
                .startsWith(dead + "  dead   receipt.send  receipt 1  ")
                .endsWith("1      DEAD NO_SUCH_ADDRESS");
        assertThat(json.out())
                .startsWith("{\"id\":\"" + dead + "\",\"state\":\"DEAD\"")
                .contains("\"lane\":\"alice\",\"number\":1");
    }

    @Test
    void a_page_says_how_to_go_on_and_the_next_begins_there() throws Exception {
        List<JobId> jobs = oneDead();

        Printed first = baton("list", "--limit", "1");
        Printed second = baton("list", "--limit", "1", "--after", jobs.get(1).toString());

        assertThat(first.out()).contains(jobs.get(1) + "  waiting").contains("--after " + jobs.get(1));
        assertThat(second.out()).contains(jobs.get(0).toString()).doesNotContain(jobs.get(1) + "  waiting");
    }

    @Test
    void a_job_is_shown_with_its_attempts_and_why_it_stands_and_its_data_only_if_asked_for() throws Exception {
        JobId dead = oneDead().get(0);

        Printed shown = baton("show", dead.toString());

        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains("state           DEAD")
                .contains("lane            alice")
                .contains("NO_SUCH_ADDRESS  bounced")
                .contains("why             ")
                .doesNotContain("\"order\"");
        assertThat(baton("show", dead.toString(), "--payload").out()).contains("payload         {\"order\":\"1\"}");
        assertThat(baton("show", dead.toString(), "--json").out())
                .contains("\"history\":[{\"attempt\":1,\"kind\":\"DEAD\"");
        assertThat(baton("show", "0193a1b2-0000-7000-8000-000000000001").code()).isEqualTo(1);
    }

    @Test
    void a_lane_that_stands_still_is_told_with_why_and_goes_on_when_its_head_is_skipped() throws Exception {
        List<JobId> jobs = oneDead();
        Printed lanes = baton("lanes");
        Printed why = baton("why", jobs.get(1).toString());

        Printed skipped = baton("skip", jobs.get(0).toString(), "--by", "alice", "--reason", "refunded");

        assertThat(lanes.code()).isEqualTo(1);
        assertThat(lanes.out()).contains("alice  1       dead   " + jobs.get(0));
        assertThat(why.out()).startsWith("LANE_BLOCKED: ").contains(jobs.get(0).toString());
        assertThat(skipped.code()).isZero();
        assertThat(skipped.out().strip()).isEqualTo(jobs.get(0) + " APPLIED dead cancelled");
        assertThat(baton("lanes").code()).isZero();
        assertThat(baton("list", "--state", "ready").out()).contains(jobs.get(1).toString());
        try (JobStore store = SqliteStore.open(file)) {
            assertThat(store.actions(1)).singleElement().satisfies(action -> {
                assertThat(action.by().who()).isEqualTo("alice");
                assertThat(action.by().why()).isEqualTo("refunded");
            });
        }
    }

    @Test
    void all_that_fit_are_retried_after_a_dry_run_and_what_is_refused_makes_the_exit_code() throws Exception {
        JobId dead = oneDead().get(0);
        Printed preview = baton("retry", "--state", "dead", "--dry-run");
        Printed done = baton("retry", "--state", "dead");

        Printed again = baton("discard", dead.toString(), "--json");

        assertThat(preview.out().strip()).isEqualTo("WOULD_APPLY 1");
        assertThat(done.out().strip()).isEqualTo("APPLIED 1");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.out())
                .isEqualToIgnoringNewLines(
                        "{\"id\":\"" + dead + "\",\"result\":\"STATE_CONFLICT\",\"state\":\"ready\"}");
    }

    @Test
    void a_paused_queue_is_off_for_everybody_until_it_is_resumed() throws Exception {
        oneDead();

        assertThat(baton("pause", "mail", "--reason", "provider is down").out().strip())
                .isEqualTo("off: pause mail");
        assertThat(baton("pause", "--kill-type", "receipt.send", "--json").out())
                .contains("{\"off\":\"TYPE\",\"name\":\"receipt.send\"}");
        assertThat(baton("resume", "mail").out().strip()).isEqualTo("off: type receipt.send");
        assertThat(baton("resume").code()).isEqualTo(2);
    }

    @Test
    void a_job_is_enqueued_as_it_was_written_and_once_for_its_key() throws Exception {
        oneDead();
        String data = "{\"order\": \"3\", \"amount\": 1.50}";

        Printed added = baton("enqueue", "receipt.send", data, "--key", "order-3", "--in", "PT1H", "--json");
        Printed again = baton("enqueue", "receipt.send", data, "--key", "order-3");
        Path in = Files.writeString(folder.resolve("in.json"), "{\"order\":\"4\"}\n");
        Printed fromFile = baton("enqueue", "receipt.send", "--from", in.toString());

        assertThat(added.code()).isZero();
        assertThat(added.out()).contains("\"answer\":\"ADDED\",\"state\":\"SCHEDULED\"");
        String id = added.out().substring(7, 43);
        assertThat(again.out()).startsWith(id + " EXISTING");
        assertThat(baton("show", id, "--payload").out()).contains(data);
        assertThat(fromFile.out()).contains(" ADDED ready");
    }

    @Test
    void what_is_no_json_object_or_no_name_is_refused_and_nothing_is_stored() throws Exception {
        oneDead();
        String before = baton("list").out();

        assertThat(baton("enqueue", "receipt.send", "{\"order\":").err()).contains("BAD_JSON");
        assertThat(baton("enqueue", "no name!", "{}").code()).isEqualTo(3);
        assertThat(baton("enqueue", "receipt.send", "{}", "--priority", "99").err())
                .contains("OUT_OF_RANGE");
        assertThat(baton("enqueue", "receipt.send").code()).isEqualTo(2);
        assertThat(baton("show", "x").code()).isEqualTo(3);

        assertThat(baton("list").out()).isEqualTo(before);
    }

    @Test
    void without_a_database_a_choice_or_a_file_nothing_is_done_and_no_file_is_made() {
        assertThat(baton("list").err()).contains("NO_SUCH_FILE");
        assertThat(file).doesNotExist();
        assertThat(Printed.of(List.of("list", "--password", "secret")).err()).contains("BATON_PASSWORD");
        assertThat(baton("retry").err()).contains("Say which jobs");
        assertThat(baton("list", "--schema", "b").err()).contains("--file is for SQLite");
    }

    @Test
    void a_database_is_looked_at_as_a_file_is() throws Exception {
        String schema = SharedServer.freshSchema();
        List<JobId> jobs = oneDead(
                () -> PostgresStore.on(SharedServer.pool()).schema(schema).open());
        List<String> database = List.of("--url", SharedServer.server().url(), "--schema", schema);

        Printed lanes =
                Printed.of(Stream.concat(Stream.of("lanes"), database.stream()).toList());
        Printed skipped = Printed.of(Stream.concat(Stream.of("skip", jobs.get(0).toString()), database.stream())
                .toList());

        assertThat(lanes.out()).contains(jobs.get(0).toString());
        assertThat(skipped.out()).contains("APPLIED dead cancelled");
        assertThat(Printed.of(List.of("list", "--url", SharedServer.server().url(), "--schema", "empty_" + schema))
                        .err())
                .contains("SCHEMA_OUT_OF_DATE");
    }
}
