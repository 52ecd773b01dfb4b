package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.job.BatonException;
import dev.baton.store.Claim;
import dev.baton.store.ClaimRequest;
import dev.baton.store.Ending;
import dev.baton.store.Finish;
import dev.baton.store.Finished;
import dev.baton.store.NodeId;
import dev.baton.store.Terms;
import dev.baton.testkit.store.AtOnce;
import dev.baton.testkit.store.CallerTransaction;
import dev.baton.testserver.SharedServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.ds.PGSimpleDataSource;

/** Programs of two versions on the same tables, and the moment at which a newer one changes them. */
@Tag("slow")
class RollingUpgradeTest {

    private static final int AGAIN = 12; // after five of them the driver has the server keep the statement
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final Duration LONG = Duration.ofSeconds(30);

    /** As a later version may bring them: columns that older programs neither fill in nor ask for. */
    private static final Migration MORE = new Migration("900_more.sql", "001_jobs.sql", """
            ALTER TABLE baton_pending ADD COLUMN more text;
            ALTER TABLE baton_running ADD COLUMN more text;
            ALTER TABLE baton_job ADD COLUMN more text;
            ALTER TABLE baton_attempt ADD COLUMN more text;
            """);

    private static final Migration OTHER =
            new Migration("901_other.sql", "901_other.sql", "ALTER TABLE baton_parked DROP COLUMN crash");

    @RegisterExtension
    final OwnSchema schema = OwnSchema.unused();

    private final NodeId node = new NodeId(UUID.randomUUID());
    private PostgresStore old;

    @BeforeEach
    void open() {
        old = schema.open(InstantSource.system());
        old.join(node, Set.of(Sample.ROUTE), Sample.now());
    }

    @AfterEach
    void close() {
        old.close();
    }

    private Migrator newer(Migration... more) {
        var steps = new ArrayList<>(Migration.all());
        steps.addAll(List.of(more));
        var another = new PGSimpleDataSource(); // on whose connections nothing was prepared
        another.setUrl(SharedServer.server().url());
        return Migrator.on(new Transactions(another, Schema.of(schema.name()))).with(steps);
    }

    private void add() {
        old.insert(List.of(Sample.job()), Sample.now());
    }

    private List<Claim> claim() {
        var request = new ClaimRequest(
                node, Map.of(Sample.ROUTE, Terms.of(5, 3)), List.of(), 1, true, ClaimRequest.Share.FIRST);
        return old.claim(request, Sample.now()).claims();
    }

    private static Finish done(Claim claim) {
        return new Finish(claim.id(), claim.fence(), new Ending.Done(Optional.empty()));
    }

    private void work() {
        add();
        List<Claim> claims = claim();
        assertThat(claims).hasSize(1);
        assertThat(old.finish(List.of(done(claims.get(0))), Sample.now()))
                .extracting(Finished::answer)
                .containsExactly(Finished.Answer.RECORDED);
        assertThat(old.heldBy(node)).isEmpty();
    }

    @Test
    void an_older_program_goes_on_while_columns_are_added_and_afterwards() {
        for (int i = 0; i < AGAIN; i++) {
            work();
        }

        assertThat(newer(MORE).apply()).containsExactly("900_more.sql");

        for (int i = 0; i < AGAIN; i++) {
            work();
        }
        PostgresStore another = schema.open(InstantSource.system());
        assertThat(another.switches()).as("one that starts now does so, too").isEmpty();
        another.close();
    }

    @Test
    void an_older_handler_ends_its_job_in_its_own_transaction_after_columns_were_added() {
        for (int i = 0; i < AGAIN; i++) {
            finishInTransaction();
        }

        newer(MORE).apply();

        for (int i = 0; i < AGAIN; i++) {
            finishInTransaction();
        }
    }

    private void finishInTransaction() {
        add();
        Claim claim = claim().get(0);
        try (CallerTransaction handler = schema.begin()) {
            old.finish(handler.handle(), done(claim), Sample.now());
            handler.commit();
        }
        assertThat(old.attempts(claim.id())).hasSize(1);
    }

    @Test
    void one_that_cannot_work_with_what_a_newer_one_has_changed_is_refused() {
        assertThat(newer(MORE, OTHER).apply()).containsExactly("900_more.sql", "901_other.sql");

        assertThatThrownBy(() -> schema.open(InstantSource.system()))
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("NEWER_SCHEMA"))
                .hasMessageContaining("901_other.sql");
    }

    @Test
    void a_newer_one_that_may_not_change_tables_is_refused_and_works_once_somebody_has() {
        assertThatThrownBy(newer(MORE)::requireUpToDate)
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("SCHEMA_OUT_OF_DATE"))
                .hasMessageContaining("900_more.sql");

        newer(MORE).apply();

        newer(MORE).requireUpToDate();
    }

    @Test
    void of_many_newer_ones_that_start_at_once_each_step_is_taken_by_one() throws Exception {
        List<Callable<List<String>>> starts = IntStream.range(0, 8)
                .mapToObj(i -> (Callable<List<String>>) () -> newer(MORE, OTHER).apply())
                .toList();

        List<String> applied = AtOnce.run(starts).stream().flatMap(List::stream).toList();

        assertThat(applied).containsExactlyInAnyOrder("900_more.sql", "901_other.sql");
    }

    @Test
    void while_a_migration_waits_for_a_long_transaction_claims_go_on_and_then_it_is_applied() throws Exception {
        CompletableFuture<List<String>> migration;
        try (CallerTransaction application = schema.begin()) {
            old.insert(application.handle(), List.of(Sample.job()), Sample.now());
            migration = CompletableFuture.supplyAsync(() -> newer(MORE).apply());

            long begun = System.nanoTime();
            for (int round = 0; System.nanoTime() - begun < SOON.toNanos(); round++) {
                long before = System.nanoTime();
                work();
                assertThat(Duration.ofNanos(System.nanoTime() - before))
                        .as("how long round %s waited", round)
                        .isLessThan(SOON);
            }
            assertThat(migration).as("it waits").isNotDone();
            application.commit();
        }

        assertThat(migration.get(LONG.toSeconds(), TimeUnit.SECONDS)).containsExactly("900_more.sql");
        assertThat(claim()).as("what the application has added").hasSize(1);
    }

    @Test
    void who_has_waited_for_too_long_is_told_whose_transactions_are_in_the_way() {
        try (CallerTransaction application = schema.begin()) {
            old.insert(application.handle(), List.of(Sample.job()), Sample.now());

            var migration = CompletableFuture.supplyAsync(
                    () -> newer(MORE).within(Duration.ofMillis(100)).apply());

            assertThatThrownBy(() -> migration.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            BatonException.class, e -> assertThat(e.code()).isEqualTo("MIGRATION_BLOCKED"))
                    .hasMessageContaining("pid ")
                    .hasMessageContaining("open for ");
        }
        assertThat(newer(MORE).check().missing()).containsExactly("900_more.sql");
    }
}
