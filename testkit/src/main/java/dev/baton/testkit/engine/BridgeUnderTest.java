package dev.baton.testkit.engine;

import dev.baton.Baton;
import dev.baton.StreamBridge;
import dev.baton.job.JobType;
import dev.baton.store.Cursor;
import dev.baton.store.JobStore;
import dev.baton.stream.Batch;
import dev.baton.stream.EventSource;
import dev.baton.stream.WebSocketSource;
import dev.baton.supervise.RestartPolicy;
import dev.baton.supervise.Supervisor;
import dev.baton.supervise.SupervisorEvent;
import dev.baton.testkit.Recorder;
import dev.baton.testkit.stream.EventFeed;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** Bridges from a feed over a real WebSocket into a store, each with an engine and a supervisor, in real time. */
final class BridgeUnderTest implements AutoCloseable {

    /** An event, and a payload. */
    record Trade(int number, String text) {}

    static final JobType<Trade> TRADE = JobType.of("trade.book", Trade.class);

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final RestartPolicy AT_ONCE =
            RestartPolicy.defaults().unlimited().baseDelay(Duration.ofMillis(5)).exponentCap(2);

    final EventFeed feed;
    final List<Integer> handled = new CopyOnWriteArrayList<>();
    final Recorder<SupervisorEvent> events = new Recorder<>();
    private final List<Member> members = new CopyOnWriteArrayList<>();

    BridgeUnderTest(EventFeed feed) {
        this.feed = feed;
    }

    /** A process: its engine, and the supervisor of its bridge. */
    record Member(Baton baton, Supervisor supervisor) {}

    /** What the feed sends, each with the position after it. */
    EventSource<Trade> source() {
        return WebSocketSource.of(
                position -> URI.create(feed.address() + position.orElse("0")),
                text -> Batch.of(trade(text), text.substring(0, text.indexOf(':'))));
    }

    static Trade trade(String text) {
        int colon = text.indexOf(':');
        return new Trade(Integer.parseInt(text.substring(0, colon)), text.substring(colon + 1));
    }

    /** One after another, so that their order is seen. They have no keys: the cursor alone must do. */
    StreamBridge<Trade> bridge() {
        return StreamBridge.of("trades", source(), trade -> TRADE.job(trade).lane("trades"))
                .quiet(SHORT.multipliedBy(4))
                .standby(SHORT);
    }

    /** An engine that books trades. */
    Baton engine(JobStore store) {
        return Baton.on(store)
                .handle(TRADE, this, (trade, run, me) -> me.handled.add(trade.number()))
                .start();
    }

    Member start(JobStore store, StreamBridge<Trade> bridge) {
        Baton baton = engine(store);
        Supervisor supervisor = Supervisor.builder()
                .task("trades", () -> bridge.on(baton))
                .restart(AT_ONCE)
                .listener(events)
                .start();
        var member = new Member(baton, supervisor);
        members.add(member);
        return member;
    }

    Member start(JobStore store) {
        return start(store, bridge());
    }

    /** So many more. */
    void publish(int howMany) {
        feed.publish(IntStream.range(0, howMany).mapToObj(i -> "trade " + i).toArray(String[]::new));
    }

    /** Each of them was booked, once, in their order. */
    void awaitBooked(int all) throws InterruptedException {
        Polling.until(() -> handled.size() >= all);
        if (!handled.equals(IntStream.rangeClosed(1, all).boxed().toList())) {
            throw new AssertionError("1 to " + all + " in their order were to be booked, and these were: " + handled);
        }
    }

    int failures() {
        return events.events(SupervisorEvent.TaskFailed.class).size();
    }

    static Cursor cursor(JobStore store) {
        return store.cursors().get(0);
    }

    @Override
    public void close() {
        members.forEach(member -> member.supervisor().close());
        members.forEach(member -> member.baton().close());
        feed.close();
    }
}
