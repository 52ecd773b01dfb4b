package dev.baton.guide;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Sensitive;
import dev.baton.observe.Reason;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.ActionView;
import dev.baton.store.BulkResult;
import dev.baton.store.CommandResult;
import dev.baton.store.JobFilter;
import dev.baton.store.OperatorCommand.Act;
import dev.baton.store.OperatorCommand.By;
import dev.baton.store.Payload;
import dev.baton.store.Switch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README and the guide on operating show is taken from here, so it compiles and does what they say. */
class OperateGuideTest {

    // snippet: sensitive
    record Payout(String order, @Sensitive String iban, long cents) {}

    static final JobType<Payout> PAYOUT = JobType.of("payout.send", Payout.class)
            .label(payout -> "payout " + payout.order() + " to " + payout.iban()); // "payout 42 to ***"
    // end of snippet

    private static final String IBAN = "DE89370400440532013000";

    private final By by = new By("alice", "the bank is back");

    @TempDir
    Path folder;

    /** A bank that is away. */
    private Baton refusing() {
        return Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .decide(PAYOUT, this, (payout, run, me) -> Outcome.fail("BANK_AWAY", "no way to " + payout.iban()))
                .start();
    }

    private static JobId dead(Baton baton) throws InterruptedException {
        JobId id = baton.enqueue(PAYOUT, new Payout("42", IBAN, 100));
        assertThat(baton.await(id, ofSeconds(20))).isEqualTo(JobState.DEAD);
        return id;
    }

    @Test
    void a_command_is_carried_out_or_says_why_not() throws Exception {
        try (Baton baton = refusing()) {
            JobId id = dead(baton);
            // snippet: command
            CommandResult result = baton.discard(id, new By("alice", "refunded by hand"));
            if (result instanceof CommandResult.Applied applied) {
                System.out.println(applied.before() + " -> " + applied.after()); // dead -> cancelled
            }
            String again = baton.discard(id, new By("bob", "")).code(); // STATE_CONFLICT: somebody was faster
            // end of snippet

            assertThat(result).isEqualTo(new CommandResult.Applied("dead", "cancelled"));
            assertThat(again).isEqualTo("STATE_CONFLICT");
        }
    }

    @Test
    void many_jobs_are_looked_at_first_and_then_touched() throws Exception {
        try (Baton baton = refusing()) {
            dead(baton);
            dead(baton);
            // snippet: bulk
            var lost = JobFilter.ALL
                    .type("payout.send")
                    .state(JobState.DEAD)
                    .code("BANK_AWAY"); // the code of the last attempt
            BulkResult preview = baton.preview(Act.RETRY, lost); // nothing is done
            System.out.println(preview.touchedCount() + " of them, " + preview.refused());
            BulkResult result = baton.commandAll(Act.RETRY, lost, by); // each is on record
            while (result.more()) { // at most 10,000 at a time
                result = baton.commandAll(Act.RETRY, lost, result.rest().orElseThrow(), by);
            }
            // end of snippet

            assertThat(preview.touchedCount()).isEqualTo(2);
            assertThat(result.touchedCount()).isEqualTo(2);
            assertThat(baton.actions(10)).hasSize(2);
        }
    }

    @Test
    void what_must_not_run_is_switched_off_and_on_again() throws Exception {
        try (Baton baton = refusing()) {
            // snippet: switches
            baton.pause("default", by); // routine, such as maintenance: until resume("default", by)
            baton.turnOff(Switch.type("payout.send"), by); // an emergency: a queue, a type or a lane
            List<Switch> off = baton.switches();
            baton.turnOn(Switch.type("payout.send"), by);
            // end of snippet

            assertThat(off).containsExactlyInAnyOrder(Switch.pause("default"), Switch.type("payout.send"));
            assertThat(baton.switches()).containsExactly(Switch.pause("default"));
        }
    }

    @Test
    void it_is_said_why_a_job_does_not_run() throws Exception {
        try (Baton baton = refusing()) {
            baton.pause("default", by);
            JobId id = baton.enqueue(PAYOUT.job(new Payout("42", IBAN, 100)).in(ofMinutes(5)))
                    .id();
            // snippet: why
            for (Reason reason : baton.why(id)) {
                System.out.println(reason.cause() + ": " + reason.text() + " " + reason.remedy());
            }
            // NOT_DUE: It is due at 2031-05-01T12:05:00Z. Wait until then.
            // QUEUE_PAUSED: The queue default is paused. Resume the queue.
            // end of snippet

            assertThat(baton.why(id))
                    .extracting(Reason::cause)
                    .containsExactly(Reason.Cause.NOT_DUE, Reason.Cause.QUEUE_PAUSED);
            assertThat(baton.why(id).get(1)).satisfies(paused -> {
                assertThat(paused.text()).isEqualTo("The queue default is paused.");
                assertThat(paused.remedy()).isEqualTo("Resume the queue.");
            });
        }
    }

    @Test
    void what_is_sensitive_is_not_shown_and_can_be_removed() throws Exception {
        try (Baton baton = refusing()) {
            JobId id = dead(baton);

            assertThat(baton.find(id).orElseThrow().label()).isEqualTo("payout 42 to ***");
            assertThat(baton.attempts(id).get(0).detail().message()).isEqualTo("no way to ***");

            // snippet: redact
            baton.discard(id, by).orThrow(); // what is not over may still run, and is not redacted
            baton.redact(id, new By("alice", "asked to be forgotten")).orThrow();
            Payload payload = baton.payload(id).orElseThrow(); // no JSON any more; sha256 as it was
            // end of snippet

            assertThat(payload.isRedacted()).isTrue();
            assertThat(payload.json()).isEmpty();
            assertThat(payload.sha256()).hasSize(64);
        }
    }

    @Test
    void what_was_done_is_on_record() throws Exception {
        try (Baton baton = refusing()) {
            JobId id = dead(baton);
            baton.discard(id, by);
            var lines = new ArrayList<String>();
            // snippet: actions
            for (ActionView action : baton.actions(100)) { // the newest first
                lines.add(action.at() + " " + action.by().who() + ": " + action.act() + " " + action.target() + ", "
                        + action.before() + " -> " + action.after() + ", because "
                        + action.by().why());
            }
            // end of snippet

            assertThat(lines)
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .endsWith("alice: DISCARD " + id + ", dead -> cancelled, because the bank is back"));
        }
    }
}
