package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
import dev.baton.job.BatonException;
import dev.baton.job.JobType;
import dev.baton.job.Retry;
import dev.baton.store.JobFilter;
import dev.baton.store.JobView;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Starts that take the steps of a plan. The store stays open under a faulty one, to look at what is left. */
abstract class StartingUp {

    /** Its next attempt is so far away that none happens by the way. */
    static final JobType<Note> REPLAY = JobType.of("views.replay", Note.class)
            .retry(Retry.exponential(Duration.ofMinutes(10)).attempts(3))
            .label(note -> "replay " + note.text());

    final List<String> ran = new CopyOnWriteArrayList<>();

    abstract EngineUnderTest it();

    BatonBuilder setup() {
        return Baton.on(new FaultyStore(it().store()).store())
                .timeline(it().clock)
                .listener(it().events::accept)
                .handle(NOTE, ran, (note, run, all) -> all.add(note.text()));
    }

    /** Starts aside, while time passes; a failure of the start is thrown. */
    Baton started(UnaryOperator<BatonBuilder> setup) throws Exception {
        CompletableFuture<Baton> starting =
                Aside.call(() -> setup.apply(setup()).start());
        it().passTimeUntil(starting::isDone);
        try {
            Baton baton = starting.get();
            it().closeLater(baton);
            return baton;
        } catch (ExecutionException e) {
            throw (Exception) e.getCause();
        }
    }

    /** Starts and is interrupted when so many jobs of its plan are at the gate: they are given back. */
    void abort(BatonBuilder setup, Gate gate, int entered) throws Exception {
        var starter = new CompletableFuture<Thread>();
        CompletableFuture<Baton> starting = Aside.call(() -> {
            starter.complete(Thread.currentThread());
            return setup.start();
        });
        gate.awaitEntered(entered);
        starter.get().interrupt();
        assertThatThrownBy(() -> starting.get(20, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(
                        BatonException.class, e -> assertThat(e.code()).isEqualTo("INTERRUPTED"));
    }

    List<JobView> jobs(JobType<?> type) {
        return it().store()
                .list(
                        JobFilter.ALL.type(type.name()),
                        Optional.empty(),
                        100,
                        it().clock.instant());
    }
}
