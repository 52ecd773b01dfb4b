package dev.baton.testkit.engine;

import static dev.baton.testkit.engine.EngineUnderTest.NOTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.observe.Event;
import dev.baton.schedule.Overlap;
import dev.baton.schedule.Schedule;
import dev.baton.testkit.engine.EngineUnderTest.Note;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Schedules that several nodes look after. */
abstract class ScheduleTogetherContract {

    private final List<String> ran = new CopyOnWriteArrayList<>();

    abstract EngineUnderTest it();

    private Baton start() {
        Duration lease = Duration.ofMinutes(5); // time passes fast here, and stores are slow
        Baton baton = Baton.on(new FaultyStore(it().store()).store())
                .timeline(it().clock)
                .heartbeat(lease.dividedBy(10), lease)
                .listener(it().events::accept)
                .handle(NOTE, this, (note, run, context) -> ran.add(note.text()))
                .schedule(Schedule.every("minutely", Duration.ofMinutes(1), NOTE.job(new Note("")))
                        .overlap(Overlap.ALLOW)
                        .fireTimeIn("text"))
                .start();
        it().closeLater(baton);
        return baton;
    }

    @Test
    void each_time_comes_to_one_job_however_many_nodes_there_are_and_also_when_one_of_them_stops() throws Exception {
        Baton first = start();
        start();
        start();
        it().passTimeUntil(() -> ran.size() >= 3);
        it().close(first);
        it().passTimeUntil(() -> ran.size() >= 6);

        assertThat(ran).doesNotHaveDuplicates();
        List<Instant> times = ran.stream().map(Instant::parse).sorted().toList();
        for (int i = 1; i < times.size(); i++) {
            assertThat(Duration.between(times.get(i - 1), times.get(i)).toSeconds() % 60)
                    .isZero();
        }
        assertThat(it().events.events(Event.ScheduleFired.class))
                .extracting(Event.ScheduleFired::fireTime)
                .doesNotHaveDuplicates();
        assertThat(it().events.events(Event.ScheduleStored.class))
                .as("the first one that starts stores it")
                .hasSize(1);
    }
}
