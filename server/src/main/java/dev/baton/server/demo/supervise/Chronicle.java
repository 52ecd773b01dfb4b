package dev.baton.server.demo.supervise;

import dev.baton.supervise.SupervisorEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What was heard of the tasks, and when. The supervisor writes, the screen reads. */
final class Chronicle implements Consumer<SupervisorEvent> {

    /** Something that happened, so long after the beginning. */
    record Entry(Duration at, SupervisorEvent event) {}

    private final long start = System.nanoTime();
    private final List<Entry> entries = new ArrayList<>();

    @Override
    public synchronized void accept(SupervisorEvent event) {
        entries.add(new Entry(elapsed(), event));
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    synchronized List<Entry> from(int index) {
        return List.copyOf(entries.subList(index, entries.size()));
    }

    List<SupervisorEvent> of(String task) {
        return from(0).stream()
                .map(Entry::event)
                .filter(event -> event instanceof SupervisorEvent.TaskEvent about
                        && about.task().equals(task))
                .toList();
    }

    Optional<SupervisorEvent> latest(String task) {
        List<SupervisorEvent> heard = of(task);
        return heard.isEmpty() ? Optional.empty() : Optional.of(heard.get(heard.size() - 1));
    }
}
