package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.job.JobRequest;
import dev.baton.job.JobType;
import dev.baton.store.Inserted;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import dev.baton.testkit.store.AtOnce;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Work that several nodes do, and what follows when all of it is done. */
abstract class DrainTogetherContract {

    private static final JobType<Note> AFTER = JobType.of("recalculate", Note.class);
    private static final int NODES = 3;

    private final AtomicInteger done = new AtomicInteger();
    private final List<Integer> followed = new CopyOnWriteArrayList<>();
    private final Gate gate = new Gate();

    abstract EngineUnderTest it();

    private List<Baton> start() {
        var nodes = new ArrayList<Baton>();
        for (int i = 0; i < NODES; i++) {
            Baton baton = Baton.on(new FaultyStore(it().store()).store())
                    .timeline(it().clock)
                    .heartbeat(Duration.ofSeconds(30), Duration.ofMinutes(5))
                    .handle(NOTE, gate, (note, run, door) -> {
                        if (note.text().equals("waits")) {
                            door.pass();
                        }
                        done.incrementAndGet();
                    })
                    .handle(AFTER, followed, (note, run, all) -> all.add(done.get()))
                    .onDrained(NOTE, () -> AFTER.job(new Note("all")))
                    .start();
            nodes.add(baton);
            it().closeLater(baton);
        }
        return nodes;
    }

    private void add(Baton baton, int howMany) {
        var jobs = new ArrayList<JobRequest<Note>>();
        for (int i = 0; i < howMany; i++) {
            jobs.add(NOTE.job(new Note("" + i)));
        }
        baton.enqueueAll(jobs);
    }

    @Test
    @Tag("R-004-37")
    void what_many_nodes_did_together_is_followed_once_by_one_of_them() throws Exception {
        List<Baton> nodes = start();

        for (int round = 1; round <= 3; round++) {
            int rounds = round;
            add(nodes.get(round - 1), 40);
            it().passTimeUntil(() -> followed.size() >= rounds);
            long until = it().clock.nanos() + Duration.ofSeconds(12).toNanos();
            it().passTimeUntil(() -> it().clock.nanos() > until);

            assertThat(followed).hasSize(round).last().isEqualTo(40 * round);
        }
    }

    @Test
    @Tag("R-004-34")
    void of_many_nodes_that_add_the_same_one_adds_it_and_one_runs_it() throws Exception {
        List<Baton> nodes = start();
        List<Callable<Inserted>> adds = new ArrayList<>();
        for (Baton node : nodes) {
            adds.add(() -> node.enqueue(NOTE.job(new Note("waits")).uniqueKey("0xabc:ETHEREUM")));
            adds.add(() -> node.enqueue(NOTE.job(new Note("waits")).uniqueKey("0xabc:ETHEREUM")));
        }

        List<Inserted> answers = AtOnce.run(adds);

        assertThat(answers).extracting(Inserted::id).containsOnly(answers.get(0).id());
        assertThat(answers)
                .filteredOn(each -> each.answer() == Inserted.Answer.ADDED)
                .hasSize(1);
        it().passTimeUntil(() -> gate.mostAtOnce() == 1);
        assertThat(nodes.get(1)
                        .enqueue(NOTE.job(new Note("waits")).uniqueKey("0xabc:ETHEREUM"))
                        .answer())
                .as("it runs")
                .isEqualTo(Inserted.Answer.EXISTING);
        gate.open();
        it().passTimeUntil(() -> followed.size() == 1);
        assertThat(done).hasValue(1);
    }
}
