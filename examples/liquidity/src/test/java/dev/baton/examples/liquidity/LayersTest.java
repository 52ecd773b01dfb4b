package dev.baton.examples.liquidity;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.examples.liquidity.jobs.ProcessOnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent;
import dev.baton.examples.liquidity.onchain.OnchainEvent.Kind;
import dev.baton.examples.process.Polling;
import dev.baton.job.JobType;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.supervise.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks push, the store keeps, the engine does: none of them reaches past its neighbour. */
class LayersTest {

    private static final String PACKAGE = "dev.baton.examples.liquidity";
    private static final JavaClasses BOT = new ClassFileImporter().importPath(Path.of("target", "classes"));

    /** A second type, for a job that pushes another. */
    private static final JobType<OnchainEvent> CORRECTION = JobType.of("correction", OnchainEvent.class);

    @TempDir
    Path folder;

    private static ArchRule doesNotKnow(String who, String... whom) {
        return noClasses()
                .that()
                .resideInAPackage(PACKAGE + "." + who)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(whom);
    }

    @Test
    @Tag("R-001-19")
    void tasks_know_no_handler_and_handlers_no_task_and_what_is_decided_knows_neither() {
        assertThat(BOT).hasSizeGreaterThan(20);
        doesNotKnow("tasks", PACKAGE + ".jobs").check(BOT);
        doesNotKnow("jobs", PACKAGE + ".tasks", "dev.baton", "dev.baton.supervise", "dev.baton.stream")
                .check(BOT);
        doesNotKnow("trading", PACKAGE + ".tasks", PACKAGE + ".jobs", PACKAGE + ".onchain")
                .check(BOT);
        doesNotKnow("onchain", PACKAGE + ".tasks", PACKAGE + ".jobs", PACKAGE + ".trading")
                .check(BOT);
    }

    @Test
    void the_rule_bites_where_somebody_knows_another() {
        assertThat(doesNotKnow("tasks", PACKAGE + ".trading").evaluate(BOT).hasViolation())
                .isTrue();
    }

    private static OnchainEvent event(String tx) {
        return new OnchainEvent(Kind.CLEAR_V3, 1, 0, tx, "AAPL", 10);
    }

    @Test
    @Tag("R-001-19")
    void an_event_a_task_a_schedule_and_another_job_can_push_a_job_and_all_go_one_way() throws Exception {
        try (var world = new World(folder.resolve("liquidity.db").toString())) {
            var pushes = new CompletableFuture<Baton>();
            try (Conductor bot = Conductor.start(
                    world.settings(), step -> {}, setup -> withCorrections(BotProcess.impatient(setup), pushes))) {
                Baton baton = bot.baton();
                pushes.complete(baton);

                world.trade(Kind.TAKE_ORDER_V3, "AAPL", 10);
                baton.tasks().add("pushing", () -> run -> baton.enqueue(ProcessOnchainEvent.of(event("by a task"))));
                baton.tasks()
                        .add(
                                "every-hour",
                                () -> Task.every(
                                        Duration.ofHours(1),
                                        () -> baton.enqueue(ProcessOnchainEvent.of(event("by schedule")))));
                baton.enqueue(CORRECTION, event("by a job"));

                Polling.until(
                        "all four are counted", () -> world.tables.number("SELECT count(*) FROM onchain_trade") == 4);
                List<JobView> jobs = baton.list(JobFilter.ALL.type(ProcessOnchainEvent.TYPE.name()), 10);
                assertThat(jobs).hasSize(4).allSatisfy(job -> {
                    assertThat(job.route().queue()).isEqualTo("onchain-events");
                    assertThat(job.route().type()).isEqualTo("onchain-event.process");
                });
            }
        }
    }

    private static BatonBuilder withCorrections(BatonBuilder setup, CompletableFuture<Baton> pushes) {
        return setup.handle(
                        CORRECTION, pushes, (event, run, baton) -> baton.join().enqueue(ProcessOnchainEvent.of(event)))
                .concurrency(CORRECTION, 1);
    }
}
