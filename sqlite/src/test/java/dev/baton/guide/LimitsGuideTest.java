package dev.baton.guide;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobId;
import dev.baton.job.JobState;
import dev.baton.job.JobType;
import dev.baton.sqlite.SqliteStore;
import dev.baton.store.ActionView;
import dev.baton.store.Limit;
import dev.baton.store.LimitView;
import dev.baton.store.OperatorCommand.By;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the guide on limits shows is taken from here, so it compiles and does what it says. */
class LimitsGuideTest {

    record Transfer(String from, String to) {}

    private static final JobType<Transfer> SEND =
            JobType.of("transfer.send", Transfer.class).queue("chain");
    private static final JobType<Transfer> LOOK_UP = JobType.of("transfer.lookUp", Transfer.class);

    @TempDir
    Path folder;

    @Test
    void a_type_and_a_queue_are_limited_for_all_nodes() throws Exception {
        var chain = new AtomicInteger();
        Transfer transfer = new Transfer("alice", "bob");
        // snippet: limits
        try (Baton baton = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .handle(SEND, chain, (sent, run, calls) -> calls.incrementAndGet())
                .handle(LOOK_UP, chain, (asked, run, calls) -> calls.incrementAndGet())
                .limit(Limit.ofType(SEND).atOnce(10)) // never more than 10 run, on all nodes together
                .limit(Limit.ofQueue("chain").perSecond(50).burst(100).atOnce(25))
                .limit(Limit.ofType(LOOK_UP).per(ofMinutes(5), 300))
                .start()) {

            JobId id = baton.enqueue(SEND, transfer); // counts for its type, and for its queue
            baton.await(id, ofSeconds(20));
            // end of snippet

            assertThat(baton.find(id).orElseThrow().standing().state()).isEqualTo(JobState.DONE);
            var seen = new StringBuilder();
            // snippet: look
            for (LimitView view : baton.limits().all()) {
                seen.append(view.limit()) // queue chain, 25 at once, 50 in PT1S, 100 in a burst
                        .append(": ")
                        .append(view.inUse()) // how many run that count for it
                        .append(" run, ")
                        .append(view.tokens(Instant.now())) // Optional[99]
                        .append(" tokens\n");
            }
            // end of snippet
            assertThat(seen).contains("queue chain, 25 at once, 50 in PT1S, 100 in a burst: 0 run, Optional[");

            // snippet: change
            baton.limits().change(Limit.ofType(SEND).atOnce(2), new By("alice", "the provider asks for it"));
            baton.limits().change(Limit.ofQueue("chain"), new By("alice", "all clear")); // says nothing: lifted
            // end of snippet
            assertThat(baton.actions(2)).extracting(ActionView::act).containsOnly("CHANGE_LIMIT");
        }
        assertThat(chain).hasValue(1);
    }

    @Test
    void each_tenant_is_limited_by_itself() throws Exception {
        var chain = new AtomicInteger();
        Transfer transfer = new Transfer("alice", "bob");
        // snippet: keys
        try (Baton baton = Baton.on(SqliteStore.open(folder.resolve("app.db")))
                .handle(SEND, chain, (sent, run, calls) -> calls.incrementAndGet())
                .limit(Limit.ofType(SEND).forEachKey().atOnce(3).perMinute(100)) // of each tenant
                .limit(Limit.ofType(SEND).atOnce(20)) // of all of them together
                .start()) {

            JobId id = baton.enqueue(SEND.job(transfer).limitKey("tenant-7")).id();
            // end of snippet
            baton.await(id, ofSeconds(20));

            Limit limit = Limit.ofType(SEND).forEachKey();
            assertThat(baton.limits().of(limit, "tenant-7").orElseThrow().tokens(Instant.now()))
                    .isPresent();
        }
        assertThat(chain).hasValue(1);
    }
}
