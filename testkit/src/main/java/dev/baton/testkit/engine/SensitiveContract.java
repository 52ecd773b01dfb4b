package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.BY;
import static dev.baton.testkit.engine.EngineUnderTest.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.job.Outcome;
import dev.baton.job.Retry;
import dev.baton.job.Sensitive;
import dev.baton.observe.Event;
import dev.baton.store.Payload;
import dev.baton.store.Route;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is sensitive in a payload is stored and handed to its handler, and seen nowhere else. */
abstract class SensitiveContract {

    private static final String CANARY = "canary-DE89370400440532013000";
    private static final long NUMBER = 4_929_123_456_781_234L;

    /** A transfer with secrets at two depths. */
    record Transfer(String order, @Sensitive String iban, List<Card> cards) {}

    /** A card. */
    record Card(String brand, @Sensitive long number) {}

    private static final JobType<Transfer> TRANSFER = JobType.of("transfer.send", Transfer.class)
            .retry(Retry.exponential(Duration.ofSeconds(1)).attempts(2))
            .label(transfer -> "transfer " + transfer.iban());

    private static Transfer transfer(String order) {
        return new Transfer(order, CANARY, List.of(new Card("visa", NUMBER)));
    }

    abstract EngineUnderTest it();

    private String everythingToldAndKept(Baton baton, JobId job) {
        String events = it().events.events(Event.class).stream()
                .map(SensitiveContract::inFull)
                .collect(Collectors.joining("\n"));
        return events + baton.find(job) + baton.attempts(job) + baton.payload(job) + baton.actions(10);
    }

    /** All that a log line could show of an event, stack traces included. */
    private static String inFull(Event event) {
        var text = new StringBuilder(event.toString());
        for (RecordComponent component : event.getClass().getRecordComponents()) {
            try {
                if (component.getAccessor().invoke(event) instanceof Throwable failure) {
                    var trace = new StringWriter();
                    failure.printStackTrace(new PrintWriter(trace));
                    text.append(trace);
                }
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
        return text.toString();
    }

    private static void assertClean(String text) {
        assertThat(text).doesNotContain(CANARY).doesNotContain(String.valueOf(NUMBER));
    }

    @Test
    void the_handler_sees_it_and_what_it_throws_does_not_show_it() throws Exception {
        Baton baton = it().start(setup -> setup.handle(TRANSFER, this, (transfer, run, any) -> {
            assertThat(transfer.iban()).isEqualTo(CANARY);
            run.progress(1, 2, "sending to " + transfer.iban());
            var cause = new IllegalArgumentException(
                    "card " + transfer.cards().get(0).number());
            var thrown = new IllegalStateException("cannot send " + transfer, cause);
            thrown.addSuppressed(new IllegalStateException(transfer.iban()));
            throw thrown;
        }));

        JobId job = baton.enqueue(TRANSFER, transfer("1"));
        it().passTimeUntil(() -> it().state(job) == JobState.DEAD);

        it().await(Event.HandlerThrew.class, job);
        assertClean(everythingToldAndKept(baton, job));
        assertThat(baton.attempts(job).get(0).detail().message()).contains("cannot send", "***");
        assertThat(baton.payload(job).orElseThrow().json()).contains(CANARY);
    }

    @Test
    void an_outcome_or_a_label_that_quotes_it_does_not_show_it() throws Exception {
        Baton baton = it().start(setup -> setup.decide(
                TRANSFER, this, (transfer, run, any) -> Outcome.fail("REFUSED", "no such account " + transfer.iban())));

        JobId job = baton.enqueue(TRANSFER, transfer("2"));
        baton.await(job, LONG);

        it().await(Event.JobFailed.class, job);
        assertClean(everythingToldAndKept(baton, job));
        assertThat(it().find(job).label()).isEqualTo("transfer ***");
    }

    /** A key of several lines, in a payload that can be made to refuse itself. */
    record Key(@Sensitive String pem) {

        private static volatile boolean strict;

        Key {
            if (strict) {
                throw new AssertionError("no key: " + pem);
            }
        }
    }

    private static final JobType<Key> KEY = JobType.of("key.check", Key.class).retry(Retry.never());

    @Test
    void secrets_are_looked_for_before_a_text_is_escaped_or_cut() throws Exception {
        String pem = "-----BEGIN KEY-----\n" + CANARY + "\n-----END KEY-----";
        Baton baton = it().start(setup -> setup.handle(KEY, this, (key, run, any) -> {
            throw new IllegalStateException("bad " + key.pem() + "x".repeat(8_100) + key.pem());
        }));

        JobId job = baton.enqueue(KEY, new Key(pem));
        baton.await(job, LONG);

        it().await(Event.JobFailed.class, job);
        assertClean(everythingToldAndKept(baton, job));
    }

    @Test
    void an_error_while_the_data_is_read_does_not_show_it() throws Exception {
        Baton baton = it().start(setup -> setup.handle(KEY, this, (key, run, any) -> {}));
        String json = "{\"pem\":\"" + CANARY + "\"}";
        Key.strict = true;

        JobId job = it().addRaw(new Route("default", "key.check", 1), Payload.of(json, "key"));
        it().passTimeUntil(() -> it().state(job) == JobState.DEAD);
        Key.strict = false;

        it().await(Event.JobFailed.class, job);
        assertClean(everythingToldAndKept(baton, job));
    }

    @Test
    void data_that_cannot_be_read_is_not_quoted() throws Exception {
        Baton baton = it().start(setup -> setup.handle(TRANSFER, this, (transfer, run, any) -> {}));
        String json = "{\"order\":\"3\",\"iban\":\"" + CANARY + "\",\"cards\":\"" + CANARY + "\"}";

        JobId job = it().addRaw(new Route("default", "transfer.send", 1), Payload.of(json, "transfer"));
        it().passTimeUntil(() -> it().state(job) == JobState.DEAD);

        it().await(Event.JobFailed.class, job);
        assertClean(everythingToldAndKept(baton, job));
    }

    @Test
    void a_refused_enqueue_does_not_quote_it() {
        JobType<Transfer> broken = TRANSFER.label(transfer -> {
            throw new IllegalStateException("cannot label " + transfer);
        });
        Baton baton = it().start(setup -> setup.handle(broken, this, (transfer, run, any) -> {}));

        Throwable refused = catchThrowable(() -> baton.enqueue(broken, transfer("4")));

        var trace = new StringWriter();
        refused.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).contains("cannot label");
        assertClean(trace.toString());
    }

    @Test
    void a_redacted_payload_is_gone_and_its_hash_and_history_stay() throws Exception {
        Baton baton = it().start(setup -> setup.handle(TRANSFER, this, (transfer, run, any) -> {}));
        JobId job = baton.enqueue(TRANSFER, transfer("5"));
        baton.await(job, LONG);
        Payload before = baton.payload(job).orElseThrow();

        it().command(job, dev.baton.store.OperatorCommand.Act.REDACT);

        Payload after = baton.payload(job).orElseThrow();
        assertThat(after.json()).isEmpty();
        assertThat(after.isRedacted()).isTrue();
        assertThat(after.sha256()).isEqualTo(before.sha256());
        assertThat(baton.attempts(job)).hasSize(1);
        assertThat(baton.actions(1))
                .singleElement()
                .satisfies(action -> assertThat(action.by()).isEqualTo(BY));
    }
}
