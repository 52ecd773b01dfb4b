package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;

import dev.baton.Baton;
import dev.baton.BatonBuilder;
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
import java.util.function.UnaryOperator;

/** Starts that take the steps of a plan. The store stays open under a faulty one, to look at what is left. */
abstract class StartingUp {

    static final JobType<Note> REPLAY = JobType.of("views.replay", Note.class)
            .retry(Retry.exponential(Duration.ofSeconds(2)).attempts(3))
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

    List<JobView> jobs(JobType<?> type) {
        return it().store()
                .list(
                        JobFilter.ALL.type(type.name()),
                        Optional.empty(),
                        100,
                        it().clock.instant());
    }
}
